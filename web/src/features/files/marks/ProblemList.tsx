import { Text, UnstyledButton } from '@mantine/core';
import { ChevronRight, CircleX, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Place } from '../useOpenedFiles.ts';
import type { FileProblem } from './checks.ts';
import classes from './ProblemList.module.css';

interface ProblemListProps {
  readonly problems: readonly FileProblem[];
  readonly onOpen: (place: Place) => void;
}

/** The problems of all files below the editor; F8 moves through those of the open file. */
export function ProblemList({ problems, onOpen }: ProblemListProps) {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  if (problems.length === 0) return null;
  return (
    <section className={classes.root} aria-label={t('files.problems.title')}>
      <UnstyledButton className={classes.head} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <ChevronRight size={12} aria-hidden="true" className={classes.chevron} />
        {t('files.problems.count', { count: problems.length })}
        <Text span fz="xs" c="dimmed" className={classes.hint}>
          {t('files.problems.keys')}
        </Text>
      </UnstyledButton>
      {isOpen ? (
        <ul className={classes.list}>
          {problems.map((problem) => (
            <li key={`${problem.path}:${problem.line}:${problem.column}:${problem.message}`}>
              <UnstyledButton className={classes.row} onClick={() => onOpen(problem)}>
                <Icon severity={problem.severity} />
                <span className={classes.message}>{problem.message}</span>
                <span className={classes.place}>{problem.line === null ? problem.path : `${problem.path}:${problem.line}`}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Icon({ severity }: Pick<FileProblem, 'severity'>) {
  const t = useTranslations();
  if (severity === 'error') return <CircleX size={14} role="img" aria-label={t('files.problems.error')} className={classes.error} />;
  return <TriangleAlert size={14} role="img" aria-label={t('files.problems.warning')} className={classes.warning} />;
}
