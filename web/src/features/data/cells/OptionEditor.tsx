import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './CellEditor.module.css';
import { Option } from './CellValue.tsx';
import type { CellEditorProps, Leave } from './editor.ts';
import { useInView } from './useInView.ts';

/** A list of the options with a search field: one for a select, any number for a multiselect. */
export function OptionEditor({ column, value, typed, onCommit, onCancel }: CellEditorProps) {
  const t = useTranslations('data');
  const id = useId();
  const isMultiple = column.type === 'multiselect';
  const [chosen, setChosen] = useState<readonly unknown[]>(isMultiple ? (Array.isArray(value) ? value : []) : [value]);
  const [search, setSearch] = useState(typed ?? '');
  const found = column.options.filter((option) => String(option).toLowerCase().includes(search.trim().toLowerCase()));
  const [active, setActive] = useState(() =>
    Math.max(0, typed === null ? column.options.findIndex((option) => chosen.includes(option)) : 0),
  );
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const root = useInView();
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const finish = (end: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    end();
  };
  const commit = (leave: Leave, values: readonly unknown[] = chosen) =>
    finish(() => onCommit(isMultiple ? values : (values[0] ?? null), leave));
  const choose = (option: string | number, leave: Leave) => {
    if (!isMultiple) return commit(leave, [option]);
    setChosen((current) => (current.includes(option) ? current.filter((each) => each !== option) : [...current, option]));
  };
  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    escape: () => finish(onCancel),
    arrowdown: () => setActive((index) => Math.min(found.length - 1, index + 1)),
    arrowup: () => setActive((index) => Math.max(0, index - 1)),
    tab: ({ shiftKey }) => {
      const leave = shiftKey ? 'left' : 'right';
      const option = found[active];
      if (option !== undefined && search !== '' && !isMultiple) choose(option, leave);
      else commit(leave);
    },
    enter: ({ ctrlKey, metaKey }) => {
      const option = found[active];
      if (option === undefined || (isMultiple && (ctrlKey || metaKey))) commit('down');
      else choose(option, 'down');
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const action = keys[event.key.toLowerCase()];
    if (action === undefined) return;
    event.preventDefault();
    action(event);
  };
  return (
    <span ref={root} className={classes.root} data-long>
      <input
        ref={field}
        className={classes.field}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[active] === undefined ? undefined : `${id}-${active}`}
        aria-label={column.label}
        placeholder={t('option.search')}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => commit('stay')}
      />
      <span
        role="listbox"
        id={id}
        className={classes.list}
        aria-label={column.label}
        aria-multiselectable={isMultiple || undefined}
        tabIndex={-1}
      >
        {found.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the combobox handles the keys
          <span
            key={option}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(option)}
            className={classes.option}
            data-active={index === active || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option, 'stay')}
          >
            <Option label={String(option)} column={column} />
            {chosen.includes(option) ? <Check size={14} aria-hidden="true" /> : null}
          </span>
        ))}
        {found.length === 0 ? <span className={classes.none}>{t('option.none')}</span> : null}
      </span>
    </span>
  );
}
