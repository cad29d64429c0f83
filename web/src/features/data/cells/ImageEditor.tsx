import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ImagePicker, pasteImage } from '../upload/ImagePicker.tsx';
import { useImageUpload } from '../upload/useImageUpload.ts';
import classes from './CellEditor.module.css';
import type { CellEditorProps, Leave } from './editor.ts';
import { problemText } from './problem-text.ts';
import { useInView } from './useInView.ts';
import { fromText, toText } from './values.ts';

/** Edits the image of a cell: its address, or an upload. The keys are those of other cells; Tab visits the buttons first. */
export function ImageEditor({ column, value, typed, file = null, onCommit, onCancel }: CellEditorProps) {
  const t = useTranslations('data');
  const initial = toText(value, column);
  const [text, setText] = useState(typed ?? initial);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const root = useInView();
  const finish = (end: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    end();
  };
  const upload = useImageUpload((url) => finish(() => onCommit(url, 'down')));
  const start = useEffectEvent((dropped: File) => upload.upload(dropped));
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  // A further file may be dropped on the open editor.
  useEffect(() => {
    if (file !== null) start(file);
  }, [file]);

  const commit = (leave: Leave): void => {
    if (upload.isBusy) return;
    const converted = fromText(text, column);
    if ('problem' in converted) setProblem(problemText(converted.problem, t));
    else if (text === initial && leave === 'stay') finish(onCancel);
    else finish(() => onCommit(text === initial ? value : converted.value, leave));
  };
  const onTab = (event: KeyboardEvent) => {
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input:not([hidden]), button:not(:disabled)') ?? [])];
    if (event.target !== (event.shiftKey ? stops[0] : stops.at(-1))) return;
    event.preventDefault();
    commit(event.shiftKey ? 'left' : 'right');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      finish(onCancel);
    } else if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      commit('down');
    } else if (event.key === 'Tab') onTab(event);
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // The dialog that chooses a file takes the focus of the window, but not of the element.
    const hasFocus = root.current?.contains(relatedTarget) === true || root.current?.contains(document.activeElement) === true;
    if (!hasFocus) commit('stay');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a layout of its own
    <span
      ref={root}
      role="group"
      aria-label={column.label}
      className={classes.root}
      data-long
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPaste={pasteImage(upload)}
    >
      <input
        ref={field}
        className={classes.field}
        value={text}
        aria-label={column.label}
        aria-invalid={problem !== null}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(null);
        }}
      />
      {problem === null ? null : (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
      <span className={classes.image}>
        <ImagePicker
          url={'problem' in fromText(text, column) ? '' : text}
          upload={upload}
          onRemove={() => finish(() => onCommit(null, 'stay'))}
        />
      </span>
    </span>
  );
}
