import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { highlighting } from '../../ui/highlighting.ts';
import classes from './DiffView.module.css';

export type DiffLayout = 'split' | 'unified';

interface DiffViewProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly layout: DiffLayout;
}

/** Longer texts are compared by line only. */
const MAX_WORD_LEVEL = 10_000;
const CONTEXT_LINES = 3;

/** Two texts, side by side or as one, with their unchanged parts collapsed. */
export function DiffView({ path, before, after, layout }: DiffViewProps) {
  const t = useTranslations('changes');
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const shared: Extension = [
      lineNumbers(),
      highlighting(path),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorState.phrases.of({ '$ unchanged lines': t('unchanged') }),
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
            a: { doc: before, extensions: labelled(t('before', { path })) },
            b: { doc: after, extensions: labelled(t('after', { path })) },
          })
        : new EditorView({
            parent,
            doc: after,
            extensions: [labelled(path), unifiedMergeView({ ...options, original: before, mergeControls: false })],
          });
    return () => view.destroy();
  }, [path, before, after, layout, t]);
  return <div ref={host} className={classes.root} data-layout={layout} />;
}
