import { useQuery } from '@apollo/client/react';
import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type FunctionCardFragment, FunctionRunsDocument, type RunRowFragment } from '../../gen/functions.ts';
import { sentence } from '../../lib/errors.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useApp, useIsViewer, useOpenFile } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './FunctionsPanel.module.css';
import { useAllow } from './useAllow.ts';

const PAGE = 50;

/** The runs of a function, newest first. */
export function Runs({ of }: { readonly of: FunctionCardFragment }) {
  const { name } = of;
  const t = useTranslations();
  const { id: appId } = useApp();
  const { data, error, fetchMore } = useQuery(FunctionRunsDocument, { variables: { appId, name }, fetchPolicy: 'cache-and-network' });
  if (data === undefined && error !== undefined) return <FormError message={sentence(error)} />;
  if (data === undefined) return <Skeleton h={48} mt={12} role="status" aria-label={t('common.loading')} />;
  const { functionRuns: runs } = data;
  if (runs.length === 0)
    return (
      <Text mt={12} fz="sm" c="dimmed">
        {t('functions.noRuns')}
      </Text>
    );
  const more = () =>
    fetchMore({
      variables: { before: runs.at(-1)?.id ?? null },
      updateQuery: (known, { fetchMoreResult: next }) => ({ ...known, functionRuns: [...known.functionRuns, ...next.functionRuns] }),
    }).catch(() => undefined);
  return (
    <>
      <ul className={classes.runs} aria-label={t('functions.runs')}>
        {runs.map((run) => (
          <li key={run.id}>
            <RunDetails run={run} of={of} />
          </li>
        ))}
      </ul>
      {runs.length % PAGE === 0 ? (
        <Button size="compact-sm" variant="default" mt={8} onClick={() => void more()}>
          {t('functions.more')}
        </Button>
      ) : null}
    </>
  );
}

/** The servers that a run was refused and that are not allowed by now. Clients of services hide that behind errors of their own. */
function RefusedHosts({ hosts, of }: { readonly hosts: readonly string[]; readonly of: FunctionCardFragment }) {
  const t = useTranslations();
  const isViewer = useIsViewer();
  const { allow, loading } = useAllow(of);
  const refused = hosts.filter((host) => !of.hosts.includes(host));
  return refused.map((host) => (
    <div key={host} className={classes.wish}>
      <span>{t('functions.refusedHost', { host })}</span>
      {isViewer ? null : (
        <Button size="compact-sm" loading={loading} onClick={() => void allow({ hosts: [...of.hosts, host] })}>
          {t('functions.allowHost', { host })}
        </Button>
      )}
    </div>
  ));
}

/** One run: when, why, how long, what it wrote, and where it failed. */
export function RunDetails({
  run: { trigger, isDraft, startedAt, milliseconds, outcome, error, errorFile, errorLine, logs, refusedHosts },
  of,
}: {
  readonly run: RunRowFragment;
  readonly of: FunctionCardFragment;
}) {
  const t = useTranslations();
  const openFile = useOpenFile();
  return (
    <div className={classes.run}>
      <div className={classes.runHead}>
        <Badge size="sm" variant="light" tt="none" color={outcome === 'done' ? 'green' : 'red'}>
          {t(`functions.outcome.${outcome}`)}
        </Badge>
        <span>{t(`functions.triggers.${trigger}`)}</span>
        {isDraft ? <span>{t('functions.draft')}</span> : null}
        <time dateTime={startedAt} title={fullTime(startedAt)}>
          {timeAgo(startedAt)}
        </time>
        <span>{t('functions.runFor', { milliseconds: String(milliseconds) })}</span>
      </div>
      {error === null ? null : <p className={classes.error}>{error}</p>}
      <RefusedHosts hosts={refusedHosts} of={of} />
      {errorFile === null || errorLine === null ? null : (
        <button type="button" className={classes.place} onClick={() => openFile({ file: errorFile, line: errorLine })}>
          {t('functions.place', { file: errorFile, line: String(errorLine) })}
        </button>
      )}
      {logs.length === 0 ? null : (
        <details>
          <summary>{t('functions.logs')}</summary>
          <pre className={classes.output}>{logs.map(({ level, text }) => (level === 'log' ? text : `${level}: ${text}`)).join('\n')}</pre>
        </details>
      )}
    </div>
  );
}
