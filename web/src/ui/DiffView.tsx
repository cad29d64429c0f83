import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { differencesTheme } from './codeThemes.ts';
import classes from './DiffView.module.css';
import { highlighting } from './highlighting.ts';

export type DiffLayout = 'split' | 'unified';

interface DiffViewProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly layout: DiffLayout;
  /** Both texts are parts of files: they have no line numbers. */
  readonly isPart?: boolean;
  /** Names of both texts for screen readers, and the words for `$` unchanged lines. */
  readonly labels: { readonly before: string; readonly after: string; readonly unchanged: string };
}

/** Longer texts are compared by line only. */
const MAX_WORD_LEVEL = 10_000;
const CONTEXT_LINES = 3;

/** Two texts, side by side or as one, with their unchanged parts collapsed. */
export function DiffView({ path, before, after, layout, isPart = false, labels }: DiffViewProps) {
  const { before: beforeLabel, after: afterLabel, unchanged } = labels;
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const shared: Extension = [
      isPart ? [] : lineNumbers(),
      highlighting(path),
      differencesTheme,
      // What differs at the end of a long line is visible.
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorState.phrases.of({ '$ unchanged lines': unchanged }),
    ];
    const labelled = (label: string): Extension => [
      shared,
      EditorView.contentAttributes.of({ 'aria-label': label, role: 'textbox', 'aria-readonly': 'true', tabindex: '0' }),
    ];
    const options = {
      highlightChanges: Math.max(before.length, after.length) <= MAX_WORD_LEVEL,
      gutter: true,
      collapseUnchanged: { margin: CONTEXT_LINES, minSize: CONTEXT_LINES + 1 },
    };
    const view =
      layout === 'split'
        ? new MergeView({
            ...options,
            parent,
            a: { doc: before, extensions: labelled(beforeLabel) },
            b: { doc: after, extensions: labelled(afterLabel) },
          })
        : new EditorView({
            parent,
            doc: after,
            extensions: [labelled(afterLabel), unifiedMergeView({ ...options, original: before, mergeControls: false })],
          });
    return () => view.destroy();
  }, [path, before, after, layout, isPart, beforeLabel, afterLabel, unchanged]);
  return <div ref={host} className={classes.root} data-layout={layout} />;
}
