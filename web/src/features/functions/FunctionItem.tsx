import { Badge, Button, Text } from '@mantine/core';
import { Code, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FunctionCardFragment, FunctionVariableFragment } from '../../gen/functions.ts';
import { fullTime } from '../../lib/time.ts';
import { useIsViewer, useOpenFile } from '../../lib/workspace/hooks.ts';
import classes from './FunctionsPanel.module.css';
import { Permissions } from './Permissions.tsx';
import { Runs } from './Runs.tsx';
import { inWords } from './schedule.ts';
import { TestForm } from './TestForm.tsx';
import { useAllow } from './useAllow.ts';

type Part = 'test' | 'settings' | 'runs';

interface FunctionItemProps {
  readonly of: FunctionCardFragment;
  /** Variables that are set. */
  readonly known: readonly FunctionVariableFragment[];
  /** Asks for the value of a variable. */
  readonly onSet: (name: string) => void;
}

/** One function: when it runs, what it asks for, and what can be done with it. */
export function FunctionItem({ of, known, onSet }: FunctionItemProps) {
  const t = useTranslations();
  const openFile = useOpenFile();
  const isViewer = useIsViewer();
  const [part, setPart] = useState<Part | null>(null);
  const { name, lastRun } = of;
  const parts: readonly Part[] = isViewer ? ['runs'] : ['test', 'settings', 'runs'];
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Text component="h2" fz="sm" fw={600} m={0} ff="monospace" truncate>
          {name}
        </Text>
        {lastRun === null ? null : (
          <Badge size="sm" variant="light" tt="none" color={lastRun.outcome === 'done' ? 'green' : 'red'}>
            {t(`functions.outcome.${lastRun.outcome}`)}
          </Badge>
        )}
      </div>
      <Starts of={of} />
      {isViewer ? null : <Wishes of={of} known={known} onSet={onSet} />}
      <div className={classes.tools}>
        {parts.map((one) => (
          <Button
            key={one}
            size="compact-sm"
            variant={part === one ? 'light' : 'default'}
            aria-expanded={part === one}
            onClick={() => setPart(part === one ? null : one)}
          >
            {t(`functions.${one}`)}
          </Button>
        ))}
        {isViewer ? null : <PauseButton of={of} />}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Code size={14} />}
          // One below folders has a folder of its own.
          onClick={() => openFile({ file: `functions/${name}${name.includes('/') ? '/entry' : ''}`, line: null })}
        >
          {t('functions.openFile')}
        </Button>
      </div>
      {part === 'test' ? <TestForm of={of} /> : null}
      {part === 'settings' ? <Permissions of={of} /> : null}
      {part === 'runs' ? <Runs of={of} /> : null}
    </li>
  );
}

/** What starts the function, in words. */
function Starts({ of: { schedule, timeZone, isScheduleValid, on, asApp, isPaused, nextAt } }: { readonly of: FunctionCardFragment }) {
  const t = useTranslations();
  const isByItself = schedule !== null || on.length > 0;
  return (
    <div className={classes.starts}>
      {schedule === null ? null : (
        <span className={isScheduleValid ? undefined : classes.wrong}>
          {isScheduleValid
            ? t('functions.schedule', { schedule: inWords(schedule), timeZone })
            : t('functions.invalidSchedule', { schedule })}
        </span>
      )}
      {on.length === 0 ? null : <span>{t('functions.changes', { on: on.join(', ') })}</span>}
      {isByItself ? null : <span>{t('functions.onCall')}</span>}
      {isByItself && isPaused ? <span>{t('functions.paused')}</span> : null}
      {nextAt === null ? null : <span>{t('functions.next', { time: fullTime(nextAt) })}</span>}
      {schedule !== null && nextAt === null && asApp && !isPaused && isScheduleValid ? <span>{t('functions.unpublished')}</span> : null}
    </div>
  );
}

/** What the function asks for and may not do yet. */
function Wishes({ of, known, onSet }: FunctionItemProps) {
  const { wantsApp, asApp, appUses, wantsMore, moreUses, wantsHosts, hosts, wantsVariables } = of;
  const t = useTranslations();
  const { allow, loading } = useAllow(of);
  const wordsOf = (uses: FunctionCardFragment['moreUses']) =>
    (['reads', 'changes'] as const)
      .map((does) => [does, uses.flatMap((use) => (use[does] ? use.table : [])).join(', ')] as const)
      .flatMap(([does, tables]) => (tables === '' ? [] : t(`functions.asAppAll.${does}`, { tables })))
      .join('. ');
  const missing = wantsHosts.filter((host) => !hosts.includes(host));
  return (
    <>
      {wantsApp && !asApp ? (
        <div className={classes.wish}>
          <span>{appUses.length === 0 ? t('functions.wantsApp') : t('functions.wantsAppFor', { uses: wordsOf(appUses) })}</span>
          <Button size="compact-sm" loading={loading} onClick={() => void allow({ asApp: true })}>
            {t('functions.allow')}
          </Button>
        </div>
      ) : null}
      {wantsMore ? (
        <div className={classes.wish}>
          <span>{moreUses.length === 0 ? t('functions.wantsAll') : t('functions.wantsMore', { uses: wordsOf(moreUses) })}</span>
          <Button size="compact-sm" loading={loading} onClick={() => void allow({ asApp: true })}>
            {t('functions.allow')}
          </Button>
        </div>
      ) : null}
      {missing.length === 0 ? null : (
        <div className={classes.wish}>
          <span>{t('functions.wantsHosts', { hosts: missing.join(', ') })}</span>
          <Button size="compact-sm" loading={loading} onClick={() => void allow({ hosts: [...hosts, ...missing] })}>
            {t('functions.allow')}
          </Button>
        </div>
      )}
      {wantsVariables
        .filter((wanted) => !known.some((one) => one.name === wanted))
        .map((wanted) => (
          <div key={wanted} className={classes.wish}>
            <span>{t('functions.wantsVariable', { name: wanted })}</span>
            <Button size="compact-sm" onClick={() => onSet(wanted)}>
              {t('functions.variables.set', { name: wanted })}
            </Button>
          </div>
        ))}
    </>
  );
}

function PauseButton({ of }: { readonly of: FunctionCardFragment }) {
  const { schedule, on, isPaused } = of;
  const t = useTranslations();
  const { allow, loading } = useAllow(of);
  if (schedule === null && on.length === 0) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={loading}
      leftSection={isPaused ? <Play size={14} /> : <Pause size={14} />}
      onClick={() => void allow({ isPaused: !isPaused })}
    >
      {t(isPaused ? 'functions.resume' : 'functions.pause')}
    </Button>
  );
}
