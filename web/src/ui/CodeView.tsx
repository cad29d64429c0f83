import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import classes from './CodeView.module.css';

interface CodeViewProps {
  /** Chooses the language: `.json`, `.css`, else TypeScript with JSX. */
  readonly path: string;
  readonly text: string;
  /** For screen readers: what is shown. */
  readonly label: string;
  /** Called with the whole text at each change; without it the text is read-only. */
  readonly onChange?: ((text: string) => void) | undefined;
  /** Fills its container instead of growing with the text. */
  readonly isFilling?: boolean;
  /** Line to scroll to, from 1. */
  readonly line?: number | null;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
  { tag: [tags.tagName, tags.typeName, tags.className], color: 'var(--code-type)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--code-property)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-type)' },
]);

/** The find panel's labels in sentence case, as in the rest of the interface. */
const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};

function language(path: string): Extension {
  if (path.endsWith('.json')) return json();
  if (path.endsWith('.css')) return css();
  return javascript({ jsx: true, typescript: true });
}

/** Source text with line numbers, highlighting and search. The heaviest component of the builder: always loaded lazily. */
export default function CodeView({ path, text, label, onChange, isFilling = false, line = null }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const change = useRef(onChange);
  const editable = useRef(new Compartment());
  const isEditable = onChange !== undefined;
  useEffect(() => {
    change.current = onChange;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an external change of the text is dispatched to the editor below, without recreating it
  useEffect(() => {
    if (host.current === null) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightSelectionMatches(),
          search({ top: true }),
          EditorState.phrases.of(phrases),
          highlightActiveLine(),
          syntaxHighlighting(colours),
          language(path),
          // Tab leaves the editor, so that it is no keyboard trap.
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current?.(update.state.doc.toString());
          }),
          editable.current.of(EditorState.readOnly.of(!isEditable)),
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [path, label]);

  useEffect(() => {
    view.current?.dispatch({ effects: editable.current.reconfigure(EditorState.readOnly.of(!isEditable)) });
  }, [isEditable]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file brings its own line
  useEffect(() => {
    const editor = view.current;
    if (editor === null || line === null || line < 1 || line > editor.state.doc.lines) return;
    const { from } = editor.state.doc.line(line);
    editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }, [line, path]);

  return <div ref={host} className={classes.root} data-filling={isFilling || undefined} />;
}
