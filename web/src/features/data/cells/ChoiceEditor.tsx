import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './CellEditor.module.css';
import type { Leave } from './editor.ts';
import { useInView } from './useInView.ts';

export interface Choice {
  readonly value: string | number;
  readonly content: ReactNode;
}

interface ChoiceEditorProps {
  readonly label: string;
  readonly value: unknown;
  /** The value is a list. */
  readonly isMultiple?: boolean;
  /** What the search finds. */
  readonly choices: readonly Choice[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** The choices may still be those of an earlier search. */
  readonly isSearching?: boolean;
  readonly labels: { readonly search: string; readonly none: string };
  readonly onCommit: (value: unknown, leave: Leave) => void;
  readonly onCancel: () => void;
}

/** A search field above a list of choices: one for a value, any number for a list. */
export function ChoiceEditor({
  label,
  value,
  isMultiple = false,
  choices,
  search,
  isSearching = false,
  labels,
  ...ends
}: ChoiceEditorProps) {
  const id = useId();
  const [chosen, setChosen] = useState<readonly unknown[]>(isMultiple ? (Array.isArray(value) ? value : []) : [value]);
  const [moved, setMoved] = useState<number | null>(null);
  const isEmpty = chosen.every((each) => each === null || each === undefined || each === '');
  // Enter keeps the current value until another one is sought.
  const active = moved ?? (search !== '' || isEmpty ? 0 : choices.findIndex((choice) => chosen.includes(choice.value)));
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
    finish(() => ends.onCommit(isMultiple ? values : (values[0] ?? null), leave));
  const choose = (choice: Choice['value'], leave: Leave) => {
    if (!isMultiple) return commit(leave, [choice]);
    setChosen((current) => (current.includes(choice) ? current.filter((each) => each !== choice) : [...current, choice]));
  };
  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    escape: () => finish(ends.onCancel),
    arrowdown: () => setMoved(Math.min(choices.length - 1, active + 1)),
    arrowup: () => setMoved(Math.max(0, active - 1)),
    tab: ({ shiftKey }) => {
      const leave = shiftKey ? 'left' : 'right';
      const choice = choices[active];
      if (choice !== undefined && search !== '' && !isMultiple) choose(choice.value, leave);
      else commit(leave);
    },
    enter: ({ ctrlKey, metaKey }) => {
      const choice = choices[active];
      if (choice === undefined && isSearching && search !== '') return;
      if (choice === undefined || (isMultiple && (ctrlKey || metaKey))) commit('down');
      else choose(choice.value, 'down');
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
        aria-activedescendant={choices[active] === undefined ? undefined : `${id}-${active}`}
        aria-label={label}
        placeholder={labels.search}
        value={search}
        onChange={(event) => {
          ends.onSearch(event.currentTarget.value);
          setMoved(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => commit('stay')}
      />
      <span
        role="listbox"
        id={id}
        className={classes.list}
        aria-label={label}
        aria-busy={isSearching}
        aria-multiselectable={isMultiple || undefined}
        tabIndex={-1}
      >
        {choices.map(({ value: choice, content }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the combobox handles the keys
          <span
            key={choice}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(choice)}
            className={classes.option}
            data-active={index === active || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(choice, 'stay')}
          >
            {content}
            {chosen.includes(choice) ? <Check size={14} aria-hidden="true" /> : null}
          </span>
        ))}
        {choices.length === 0 && !isSearching ? <span className={classes.none}>{labels.none}</span> : null}
      </span>
    </span>
  );
}
