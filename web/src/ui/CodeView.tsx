import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import { diff } from '@codemirror/merge';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, type KeyBinding, keymap, lineNumbers } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Translator } from '../i18n/language.ts';
import classes from './CodeView.module.css';
import { editorTheme } from './codeThemes.ts';
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
  readonly place?: CodePlace | null;
  /** Marked in the text. */
  readonly problems?: readonly CodeProblem[];
  /** Called with an offset of the text, by F12 and by a click with Ctrl or Cmd. */
  readonly onDefinition?: ((offset: number) => void) | undefined;
  /** Returns to where the last definition was looked up, by Alt and the left arrow (Ctrl and - on a Mac). */
  readonly onBack?: (() => void) | undefined;
}

interface CodePlace {
  readonly line: number | null;
  /** Default: the start of the line. */
  readonly column?: number | null;
}

interface CodeProblem extends CodePlace {
  readonly message: string;
  /** `error`, or `warning`. */
  readonly severity: string;
}

const noProblems: readonly CodeProblem[] = [];

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

/** Centres a place; ignores one that the text does not have. */
function scrollTo(editor: EditorView, place: CodePlace | null): void {
  const from = place === null ? null : offsetOf(editor.state, place);
  if (from === null) return;
  editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  editor.focus();
}

function offsetOf({ doc }: EditorState, { line, column }: CodePlace): number | null {
  if (line === null || line < 1 || line > doc.lines) return null;
  const { from, to } = doc.line(line);
  return Math.min(from + Math.max((column ?? 1) - 1, 0), to);
}

/** Marks from the place of each problem to the end of the word, or of the line where it has no column. */
function diagnosticsOf(state: EditorState, problems: readonly CodeProblem[]): Diagnostic[] {
  return problems.flatMap((problem) => {
    const offset = offsetOf(state, problem) ?? 0;
    const line = state.doc.lineAt(offset);
    // At the end of a line, such as a missing bracket, the mark is on the character before.
    const from = offset === line.to ? Math.max(line.from, offset - 1) : offset;
    const word = /^[\w$]+/.exec(line.text.slice(from - line.from))?.[0].length ?? 1;
    const to = problem.column == null ? line.to : Math.min(from + word, line.to);
    return { from, to, message: problem.message, severity: problem.severity === 'error' ? ('error' as const) : ('warning' as const) };
  });
}

type Handlers = RefObject<Pick<CodeViewProps, 'onDefinition' | 'onBack'>>;

const navigation = (handlers: Handlers): KeyBinding[] => [
  {
    key: 'F12',
    run: ({ state }) => {
      handlers.current.onDefinition?.(state.selection.main.head);
      return handlers.current.onDefinition !== undefined;
    },
  },
  {
    key: 'Alt-ArrowLeft',
    mac: 'Ctrl--',
    run: () => {
      handlers.current.onBack?.();
      return handlers.current.onBack !== undefined;
    },
  },
  { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
];

const clickHandler = (handlers: Handlers) =>
  EditorView.domEventHandlers({
    mousedown(event, editor) {
      const { onDefinition } = handlers.current;
      const offset = editor.posAtCoords({ x: event.clientX, y: event.clientY });
      if (onDefinition === undefined || offset === null || !(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      onDefinition(offset);
      return true;
    },
  });

/** The parts that differ: what surrounds them keeps the cursor. */
const differences = (before: string, after: string) =>
  diff(before, after, { scanLimit: 500 }).map(({ fromA, toA, fromB, toB }) => ({ from: fromA, to: toA, insert: after.slice(fromB, toB) }));

function remember(states: Map<string, EditorState>, path: string, state: EditorState): void {
  states.delete(path);
  states.set(path, state);
  const [oldest] = states.keys();
  if (states.size > MAX_REMEMBERED && oldest !== undefined) states.delete(oldest);
}

/** Source text with line numbers, highlighting and search. The heaviest component of the builder: always loaded lazily. */
export default function CodeView({
  path,
  text,
  label,
  onChange,
  isFilling = false,
  place = null,
  problems = noProblems,
  ...on
}: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const handlers = useRef({ onChange, ...on });
  const editable = useRef(new Compartment());
  const phrases = useRef(new Compartment());
  const remembered = useRef(new Map<string, EditorState>());
  const t = useTranslations();
  const isEditable = onChange !== undefined;
  useEffect(() => {
    handlers.current = { onChange, ...on };
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
                editorTheme,
                // Tab leaves the editor, so that it is no keyboard trap.
                keymap.of([...navigation(handlers), ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
                clickHandler(handlers),
                lintGutter(),
                EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
                EditorView.updateListener.of((update) => {
                  if (update.docChanged) handlers.current.onChange?.(update.state.doc.toString());
                }),
                editable.current.of(EditorState.readOnly.of(!isEditable)),
              ],
            }),
    });
    // The permission and the language may have changed since the state was remembered.
    editor.dispatch({ effects: settings() });
    scrollTo(editor, place);
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
    editor.dispatch({ changes: differences(editor.state.doc.toString(), text) });
  }, [text]);
  useEffect(() => {
    if (view.current !== null) scrollTo(view.current, place);
  }, [place]);

  useEffect(() => {
    const editor = view.current;
    if (editor !== null) editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state, problems)));
  }, [problems]);

  return <div ref={host} className={classes.root} data-filling={isFilling || undefined} />;
}
