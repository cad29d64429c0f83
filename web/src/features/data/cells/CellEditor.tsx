import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Column } from '../columns.ts';
import { TitlesContext } from '../references/titles.ts';
import classes from './CellEditor.module.css';
import type { CellEditorProps, Leave } from './editor.ts';
import { ImageEditor } from './ImageEditor.tsx';
import { OptionEditor } from './OptionEditor.tsx';
import { problemText } from './problem-text.ts';
import { ReferenceEditor } from './ReferenceEditor.tsx';
import { useInView } from './useInView.ts';
import { fromText, isLongText, localDay, localMinute, toText } from './values.ts';

/** Edits one cell. Enter saves and moves down, Tab moves right, Escape cancels, leaving the field saves. */
export function CellEditor(props: CellEditorProps) {
  const { type, reference } = props.column;
  const titles = useContext(TitlesContext);
  if (reference !== null && titles !== null) return <ReferenceEditor {...props} address={titles.address} table={reference} />;
  if (type === 'image') return <ImageEditor {...props} />;
  return type === 'select' || type === 'multiselect' ? <OptionEditor {...props} /> : <TextEditor {...props} />;
}

function TextEditor({ column, value, typed, onCommit, onCancel }: CellEditorProps) {
  const t = useTranslations('data');
  const initial = inputText(value, column);
  const [text, setText] = useState(typed ?? initial);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  const root = useInView();
  const isLong = column.type === 'json' || (column.type === 'text' && isLongText(initial));
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.focus({ preventScroll: true });
    if (element.type === 'text' || isLong) element.setSelectionRange(typed === null ? 0 : element.value.length, element.value.length);
  }, [typed, isLong]);

  const commit = (leave: Leave): void => {
    if (isDone.current) return;
    if (text === initial) {
      finish(onCancel, leave);
      return;
    }
    const converted = fromText(text, column);
    if ('problem' in converted) setProblem(problemText(converted.problem, t));
    else finish(() => onCommit(converted.value, leave), leave);
  };
  const finish = (end: () => void, leave: Leave) => {
    isDone.current = true;
    if (end === onCancel && leave !== 'stay') onCommit(value, leave);
    else end();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      isDone.current = true;
      event.preventDefault();
      onCancel();
    } else if (event.key === 'Enter' && !(isLong && event.shiftKey)) {
      event.preventDefault();
      commit('down');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      commit(event.shiftKey ? 'left' : 'right');
    }
  };
  const shared = {
    ref: field,
    value: text,
    'aria-label': column.label,
    'aria-invalid': problem !== null,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      setText(event.currentTarget.value);
      setProblem(null);
    },
    onKeyDown,
    onBlur: () => commit('stay'),
  };
  return (
    <span ref={root} className={classes.root} data-long={isLong || undefined}>
      {isLong ? (
        <textarea {...shared} className={classes.area} data-code={column.type === 'json' || undefined} rows={6} />
      ) : (
        <input
          {...shared}
          className={classes.field}
          type={inputType(column)}
          inputMode={column.type === 'number' ? 'decimal' : undefined}
        />
      )}
      {problem === null ? null : (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

export const inputType = ({ type, isDay }: Column): string => (type !== 'datetime' ? 'text' : isDay ? 'date' : 'datetime-local');

/** A value as the text of its input. */
export function inputText(value: unknown, column: Column): string {
  if (column.type === 'json' && value != null) return JSON.stringify(value, null, 2);
  const text = toText(value, column);
  if (column.type !== 'datetime' || text === '' || Number.isNaN(Date.parse(text))) return text;
  if (column.isDay) return text.length === 10 ? text : localDay(new Date(text));
  return localMinute(new Date(text));
}
