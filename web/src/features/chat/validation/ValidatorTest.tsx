import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { CircleX, ShieldCheck, TriangleAlert, Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPhone } from '../../../lib/screenSize.ts';
import { EmptyNote } from '../../../ui/EmptyNote.tsx';
import { FailedNote } from '../../../ui/FailedNote.tsx';
import { countsByDetector, issuesByFile, type ShownIssue } from './results.ts';
import classes from './ValidatorTest.module.css';
import { type TestedVersion, type ValidationResult, validateVersion } from './validate.ts';

interface ValidatorTestProps {
  readonly version: TestedVersion;
  readonly onClose: () => void;
}

type State =
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'done'; readonly result: ValidationResult };

/** Dialog that validates a version: its issues by file, what was repaired on a copy, and how long it took. */
export default function ValidatorTest({ version, onClose }: ValidatorTestProps) {
  const t = useTranslations('validation');
  const isPhone = useIsPhone();
  const [attempt, setAttempt] = useState(0);
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg" fullScreen={isPhone}>
      <Test key={attempt} version={version} onAgain={() => setAttempt(attempt + 1)} />
    </Modal>
  );
}

function Test({ version, onAgain }: { readonly version: TestedVersion; readonly onAgain: () => void }) {
  const t = useTranslations();
  const [state, setState] = useState<State>({ kind: 'running' });
  const { appId, versionId, messageId } = version;
  useEffect(() => {
    const controller = new AbortController();
    validateVersion({ appId, versionId, messageId }, controller.signal).then(
      (result) => setState({ kind: 'done', result }),
      (failure: Error) => {
        if (!controller.signal.aborted) setState({ kind: 'failed', reason: failure.message });
      },
    );
    return () => controller.abort();
  }, [appId, versionId, messageId]);
  if (state.kind === 'running') return <Running />;
  if (state.kind === 'done') return <Result result={state.result} onAgain={onAgain} />;
  return <FailedNote title={t('validation.failed')} error={state.reason} onRetry={onAgain} />;
}

function Running() {
  const t = useTranslations('validation');
  return (
    <Stack gap={12} role="status" aria-label={t('running')}>
      <Text c="dimmed" fz="sm">
        {t('running')}
      </Text>
      <Skeleton h={24} w="60%" />
      <Skeleton h={72} />
      <Skeleton h={72} />
    </Stack>
  );
}

function Result({ result, onAgain }: { readonly result: ValidationResult; readonly onAgain: () => void }) {
  const t = useTranslations('validation');
  const { unresolvedIssues, repairedFiles, rendering } = result;
  const errors = unresolvedIssues.filter(({ severity }) => severity === 'error').length;
  const files = issuesByFile(result);
  return (
    <Stack gap={20}>
      <div>
        <p className={classes.summary} role="status">
          {t('summary', {
            errors,
            warnings: unresolvedIssues.length - errors,
            repaired: result.initialIssues.length - unresolvedIssues.length,
          })}
        </p>
        <Text c="dimmed" fz="sm">
          {t(`rendering.${rendering.status}`, { count: rendering.pages.length })}
        </Text>
      </div>
      {files.length === 0 ? <EmptyNote icon={ShieldCheck} title={t('none')} description={t('noneWhy')} /> : null}
      {files.map(({ file, issues }) => (
        <section key={file} className={classes.file} aria-label={file || t('wholeApp')}>
          <h3 className={classes.name}>{file || t('wholeApp')}</h3>
          <ul className={classes.list}>
            {issues.map((issue) => (
              <IssueItem key={issue.key} issue={issue} />
            ))}
          </ul>
        </section>
      ))}
      {repairedFiles.length === 0 ? null : (
        <section aria-label={t('repairedFiles')}>
          <h3 className={classes.title}>{t('repairedFiles')}</h3>
          <dl className={classes.facts}>
            {repairedFiles.map(({ fileId, issuesFixed }) => (
              <div key={fileId}>
                <dt>{fileId}</dt>
                <dd>{t('fixes', { count: issuesFixed })}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Details result={result} />
      <Button variant="default" onClick={onAgain} className={classes.again}>
        {t('again')}
      </Button>
    </Stack>
  );
}

function IssueItem({ issue: { message, detectorId, severity, line, isRepaired } }: { readonly issue: ShownIssue }) {
  const t = useTranslations('validation');
  const kind = isRepaired ? 'repaired' : severity;
  const Icon = { repaired: Wrench, error: CircleX, warning: TriangleAlert }[kind];
  return (
    <li className={classes.issue} data-kind={kind}>
      <Icon size={16} aria-hidden="true" />
      <div>
        <p className={classes.message}>{message}</p>
        <p className={classes.meta}>
          {t(`severity.${kind}`)}
          {` · ${detectorId}`}
          {line === null ? '' : ` · ${t('line', { line: String(line) })}`}
        </p>
      </div>
    </li>
  );
}

/** Detectors and timings. */
function Details({ result }: { readonly result: ValidationResult }) {
  const t = useTranslations('validation');
  const { applyingActionsMs, validatingMs, renderingMs } = result.timingBreakdown;
  const timings = [
    ['applying', applyingActionsMs],
    ['validating', validatingMs],
    ['renderingPages', renderingMs],
  ] as const;
  return (
    <div className={classes.details}>
      <section aria-label={t('detectors')}>
        <h3 className={classes.title}>{t('detectors')}</h3>
        <dl className={classes.facts}>
          {countsByDetector(result).map(({ id, count }) => (
            <div key={id}>
              <dt>{id}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-label={t('timings')}>
        <h3 className={classes.title}>{t('timings')}</h3>
        <dl className={classes.facts}>
          {timings.map(([what, milliseconds]) => (
            <div key={what}>
              <dt>{t(what)}</dt>
              <dd>{t('milliseconds', { milliseconds })}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
