import { useRef } from 'react';
import { withErrors } from '../../lib/appErrors.ts';
import {
  useAsk,
  useIsViewer,
  useOpenFile,
  useProblems,
  useRecheckProblems,
  useStepProblems,
  useTurn,
  useTurnEnd,
} from '../../lib/workspace/hooks.ts';
import type { Problem } from '../../lib/workspace/problems.ts';
import { ProblemWidget } from './ProblemWidget.tsx';

/** The problems of the app in the workspace. */
export default function ProblemsPanel() {
  const { list, hidden } = useProblems();
  const { isBusy } = useTurn();
  const isViewer = useIsViewer();
  const step = useStepProblems();
  const recheck = useRecheckProblems();
  const ask = useAsk();
  const openFile = useOpenFile();
  const isFixing = useRef(false);
  // The turn may have changed nothing, or its build may have been shown before it ended.
  useTurnEnd(() => {
    if (isFixing.current) recheck();
    isFixing.current = false;
  });
  const fix = (words: string, problems: readonly Problem[]) => {
    if (ask(withErrors(words, problems))) isFixing.current = true;
  };
  return (
    <ProblemWidget
      problems={list}
      hidden={hidden.length}
      canFix={!isBusy && !isViewer}
      onSuppress={(problem) => step({ type: 'suppress', problem })}
      onShowHidden={() => step({ type: 'restore' })}
      onFix={(problem) => fix(`Fix this error: ${problem.title}`, [problem])}
      onFixAll={() => fix('Please fix the errors in my app', list)}
      onOpenFile={(file, line) => openFile({ file, line })}
    />
  );
}
