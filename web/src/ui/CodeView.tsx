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
  /** Line to scroll to, from 1. */
  readonly line?: number | null;
}

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

/** Source text with line numbers, highlighting and search. The heaviest component of the builder: always loaded lazily. */
export default function CodeView({ path, text, label, onChange, isFilling = false, line = null }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const change = useRef(onChange);
  const editable = useRef(new Compartment());
  const phrases = useRef(new Compartment());
  const t = useTranslations();
  const isEditable = onChange !== undefined;
  useEffect(() => {
    change.current = onChange;
  });

  // An effect event: a change of the text, of the language or of the permission to edit is dispatched to the editor, without recreating it.
  const create = useEffectEvent((parent: HTMLElement, path: string, label: string) => {
    const editor = new EditorView({
      parent,
      state: EditorState.create({
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
    scrollTo(editor, line);
    return editor;
  });
  useEffect(() => {
    if (host.current === null) return;
    const editor = create(host.current, path, label);
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
    view.current?.dispatch({ effects: phrases.current.reconfigure(phrasesIn(t)) });
  }, [t]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    if (view.current !== null) scrollTo(view.current, line);
  }, [line]);

  return <div ref={host} className={classes.root} data-filling={isFilling || undefined} />;
}
