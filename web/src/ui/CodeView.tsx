import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Translator } from '../i18n/language.ts';
import classes from './CodeView.module.css';
import { highlighting } from './highlighting.ts';

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
  /** Where to scroll to, from 1; each new object scrolls again. */
  readonly place?: { readonly line: number | null } | null;
}

/** How many texts keep their cursor and their history while another one is shown. */
const MAX_REMEMBERED = 20;

/** Labels and announcements of the find panel, by CodeMirror's own words. */
const phrasesIn = (t: Translator) =>
  EditorState.phrases.of({
    Find: t('common.editor.find'),
    Replace: t('common.editor.replace'),
    next: t('common.editor.next'),
    previous: t('common.editor.previous'),
    all: t('common.editor.all'),
    'match case': t('common.editor.matchCase'),
    regexp: t('common.editor.pattern'),
    'by word': t('common.editor.byWord'),
    replace: t('common.editor.replace'),
    'replace all': t('common.editor.replaceAll'),
    close: t('common.close'),
    'current match': t('common.editor.current'),
    'on line': t('common.editor.onLine'),
    'Go to line': t('common.editor.goToLine'),
    go: t('common.editor.go'),
  });

/** Centres a line, from 1; ignores one that the text does not have. */
function scrollTo(editor: EditorView, line: number | null): void {
  if (line === null || line < 1 || line > editor.state.doc.lines) return;
  const { from } = editor.state.doc.line(line);
  editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
}

/** The part that differs: what surrounds it keeps the cursor. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

function remember(states: Map<string, EditorState>, path: string, state: EditorState): void {
  states.delete(path);
  states.set(path, state);
  const [oldest] = states.keys();
  if (states.size > MAX_REMEMBERED && oldest !== undefined) states.delete(oldest);
}

/** Source text with line numbers, highlighting and search. The heaviest component of the builder: always loaded lazily. */
export default function CodeView({ path, text, label, onChange, isFilling = false, place = null }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const change = useRef(onChange);
  const editable = useRef(new Compartment());
  const phrases = useRef(new Compartment());
  const remembered = useRef(new Map<string, EditorState>());
  const t = useTranslations();
  const isEditable = onChange !== undefined;
  useEffect(() => {
    change.current = onChange;
  });

  const settings = () => [editable.current.reconfigure(EditorState.readOnly.of(!isEditable)), phrases.current.reconfigure(phrasesIn(t))];
  // An effect event: a change of the text, of the language or of the permission to edit is dispatched to the editor, without recreating it.
  const create = useEffectEvent((parent: HTMLElement, path: string, label: string) => {
    const before = remembered.current.get(path);
    const editor = new EditorView({
      parent,
      state:
        before?.doc.toString() === text
          ? before
          : EditorState.create({
              doc: text,
              extensions: [
                lineNumbers(),
                history(),
                drawSelection(),
                bracketMatching(),
                highlightSelectionMatches(),
                search({ top: true }),
                phrases.current.of(phrasesIn(t)),
                highlightActiveLine(),
                highlighting(path),
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
    // The permission and the language may have changed since the state was remembered.
    editor.dispatch({ effects: settings() });
    scrollTo(editor, place?.line ?? null);
    return editor;
  });
  useEffect(() => {
    if (host.current === null) return;
    const editor = create(host.current, path, label);
    view.current = editor;
    return () => {
      view.current = null;
      remember(remembered.current, path, editor.state);
      editor.destroy();
    };
  }, [path, label]);

  useEffect(() => {
    view.current?.dispatch({ effects: editable.current.reconfigure(EditorState.readOnly.of(!isEditable)) });
  }, [isEditable]);
  useEffect(() => {
    view.current?.dispatch({ effects: phrases.current.reconfigure(phrasesIn(t)) });
  }, [t]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: difference(editor.state.doc.toString(), text) });
  }, [text]);
  useEffect(() => {
    if (view.current !== null) scrollTo(view.current, place?.line ?? null);
  }, [place]);

  return <div ref={host} className={classes.root} data-filling={isFilling || undefined} />;
}
