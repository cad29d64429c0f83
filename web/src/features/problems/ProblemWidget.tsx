import { ActionIcon, Badge, Button, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp, EyeOff, TriangleAlert, WandSparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { type Problem, place, problemKey } from '../../lib/workspace/problems.ts';
import classes from './ProblemWidget.module.css';

const scopes: Readonly<Record<Problem['scope'], string>> = { component: 'Component', page: 'Page', app: 'App', api: 'Call' };

interface ProblemWidgetProps {
  readonly problems: readonly Problem[];
  /** The assistant can accept a message. */
  readonly canFix: boolean;
  readonly onSuppress: (problem: Problem) => void;
  readonly onFix: (problem: Problem) => void;
  readonly onFixAll: () => void;
  readonly onOpenFile: (file: string, line: number | null) => void;
}

/** The app's problems over the preview: collapsed to a count, or as a list with ways to fix them. */
export function ProblemWidget({ problems, canFix, onSuppress, onFix, onFixAll, onOpenFile }: ProblemWidgetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  // Always mounted, so that screen readers announce the first problem too.
  const announcement = <VisuallyHidden role="status">{problems.length === 0 ? '' : `${count} in your app`}</VisuallyHidden>;
  if (problems.length === 0) return announcement;
  return (
    <>
      {announcement}
      <aside className={classes.root} aria-label="Problems in your app">
        {isOpen ? (
          <ul className={classes.list} id={id}>
            {problems.map((problem) => (
              <li key={problemKey(problem)} className={classes.item}>
                <div className={classes.head}>
                  <Badge variant="light" color="red" tt="none" fw={500} size="sm">
                    {scopes[problem.scope]}
                  </Badge>
                  {problem.file === null ? null : (
                    <UnstyledButton className={classes.place} onClick={() => onOpenFile(problem.file ?? '', problem.line)}>
                      {place(problem.file, problem.line)}
                    </UnstyledButton>
                  )}
                  <span className={classes.tools}>
                    <Tooltip label="Fix this one">
                      <ActionIcon size={24} aria-label={`Fix: ${problem.title}`} disabled={!canFix} onClick={() => onFix(problem)}>
                        <WandSparkles size={14} />
                      </ActionIcon>
                    </Tooltip>
                    <Tooltip label="Do not show this again">
                      <ActionIcon size={24} aria-label={`Hide: ${problem.title}`} onClick={() => onSuppress(problem)}>
                        <EyeOff size={14} />
                      </ActionIcon>
                    </Tooltip>
                  </span>
                </div>
                <p className={classes.title}>{problem.title}</p>
                {problem.details === '' ? null : (
                  <details className={classes.details}>
                    <summary>Details</summary>
                    <pre>{problem.details}</pre>
                  </details>
                )}
              </li>
            ))}
          </ul>
        ) : null}
        <div className={classes.bar}>
          <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
            <TriangleAlert size={16} className={classes.sign} aria-hidden="true" />
            <span>{count}</span>
            {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronUp size={14} aria-hidden="true" />}
          </UnstyledButton>
          <Button size="compact-sm" leftSection={<WandSparkles size={14} />} disabled={!canFix} onClick={onFixAll}>
            Resolve with AI
          </Button>
        </div>
      </aside>
    </>
  );
}
