import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { highlighting } from '../../../ui/highlighting.ts';
import classes from './Bars.module.css';

interface TextDiffProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Longer texts are compared by line only. */
const MAX_WORD_LEVEL = 10_000;
const CONTEXT_LINES = 3;

/** Two texts of a file as one, with the unchanged parts collapsed. */
export default function TextDiff({ path, before, after }: TextDiffProps) {
  const t = useTranslations();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = new EditorView({
      parent: host.current,
      doc: after,
      extensions: [
        lineNumbers(),
        highlighting(path),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorState.phrases.of({ '$ unchanged lines': t('files.unchanged') }),
        EditorView.contentAttributes.of({
          'aria-label': t('files.changesOf', { file: path }),
          role: 'textbox',
          'aria-readonly': 'true',
          tabindex: '0',
        }),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          gutter: true,
          highlightChanges: Math.max(before.length, after.length) <= MAX_WORD_LEVEL,
          collapseUnchanged: { margin: CONTEXT_LINES, minSize: CONTEXT_LINES + 1 },
        }),
      ],
    });
    return () => view.destroy();
  }, [path, before, after, t]);
  return <div ref={host} className={classes.diff} />;
}
