import { ActionIcon, Badge, Button, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp, EyeOff, TriangleAlert, WandSparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Problem, place, problemKey } from '../../lib/workspace/problems.ts';
import classes from './ProblemWidget.module.css';

/** How the frame and the compiler word errors of the compiler, in English for the assistant. */
const compileError = 'App compilation failed: ';

interface ProblemWidgetProps {
  readonly problems: readonly Problem[];
  /** How many problems the builder has hidden. */
  readonly hidden: number;
  /** The assistant can accept a message. */
  readonly canFix: boolean;
  readonly onSuppress: (problem: Problem) => void;
  readonly onShowHidden: () => void;
  readonly onFix: (problem: Problem) => void;
  readonly onFixAll: () => void;
  readonly onOpenFile: (file: string, line: number | null) => void;
}

/** The app's problems over the preview: collapsed to a count, or as a list with ways to fix them. */
export function ProblemWidget({ problems, hidden, canFix, onSuppress, onShowHidden, onFix, onFixAll, onOpenFile }: ProblemWidgetProps) {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const count = problems.length;
  const titleOf = ({ title }: Problem) =>
    title.startsWith(compileError) ? t('problems.compile', { message: title.slice(compileError.length) }) : title;
  // Always mounted, so that screen readers announce the first problem too.
  const announcement = <VisuallyHidden role="status">{count === 0 ? '' : t('problems.countInApp', { count })}</VisuallyHidden>;
  const hiddenNote =
    hidden === 0 ? null : (
      <Tooltip label={t('problems.showHidden')}>
        <UnstyledButton className={classes.hidden} data-alone={problems.length === 0 || undefined} onClick={onShowHidden}>
          <EyeOff size={14} aria-hidden="true" /> {t('problems.hidden', { count: hidden })}
        </UnstyledButton>
      </Tooltip>
    );
  if (problems.length === 0)
    return (
      <>
        {announcement}
        {hiddenNote}
      </>
    );
  return (
    <>
      {announcement}
      <aside className={classes.root} aria-label={t('problems.inApp')}>
        {isOpen ? (
          <ul className={classes.list} id={id}>
            {problems.map((problem) => (
              <li key={problemKey(problem)} className={classes.item}>
                <div className={classes.head}>
                  <Badge variant="light" color="red" tt="none" fw={500} size="sm">
                    {t(`problems.scope.${problem.scope}`)}
                  </Badge>
                  {problem.file === null ? null : (
                    <UnstyledButton className={classes.place} onClick={() => onOpenFile(problem.file ?? '', problem.line)}>
                      {place(problem.file, problem.line)}
                    </UnstyledButton>
                  )}
                  <span className={classes.tools}>
                    <Tooltip label={t('problems.fixOne')}>
                      <ActionIcon
                        size={24}
                        aria-label={t('problems.fix', { problem: titleOf(problem) })}
                        disabled={!canFix}
                        onClick={() => onFix(problem)}
                      >
                        <WandSparkles size={14} />
                      </ActionIcon>
                    </Tooltip>
                    <Tooltip label={t('problems.hideOne')}>
                      <ActionIcon
                        size={24}
                        aria-label={t('problems.hide', { problem: titleOf(problem) })}
                        onClick={() => onSuppress(problem)}
                      >
                        <EyeOff size={14} />
                      </ActionIcon>
                    </Tooltip>
                  </span>
                </div>
                <p className={classes.title}>{titleOf(problem)}</p>
                {problem.details === '' ? null : (
                  <details className={classes.details}>
                    <summary>{t('problems.details')}</summary>
                    <pre>{problem.details}</pre>
                  </details>
                )}
              </li>
            ))}
          </ul>
        ) : null}
        {isOpen ? hiddenNote : null}
        <div className={classes.bar}>
          <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
            <TriangleAlert size={16} className={classes.sign} aria-hidden="true" />
            <span>{t('problems.count', { count })}</span>
            {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronUp size={14} aria-hidden="true" />}
          </UnstyledButton>
          <Button size="compact-sm" leftSection={<WandSparkles size={14} />} disabled={!canFix} onClick={onFixAll}>
            {t('problems.fixAll')}
          </Button>
        </div>
      </aside>
    </>
  );
}
