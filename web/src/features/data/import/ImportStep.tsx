import { Button, Group, Stack, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FormError } from '../../../ui/FormError.tsx';
import classes from './ImportWizard.module.css';
import type { ImportRun } from './useImport.ts';

const SHOWN_ERRORS = 20;

/** Progress, and then what was imported and what was not. */
export function ImportStep({ run }: { readonly run: ImportRun }) {
  const t = useTranslations();
  if (run.state === 'working') return <Working run={run} />;
  if (run.state === 'failed') return <FormError message={run.error ? `${t('import.failed')} ${run.error}` : t('import.failed')} />;
  return <Outcome run={run} />;
}

function Working({ run: { isUploading, done, total, stop } }: { readonly run: ImportRun }) {
  const t = useTranslations();
  return (
    <Stack gap={8} role="status">
      <Text fz="sm">{isUploading ? t('import.uploading') : t('import.working', { done, total })}</Text>
      <progress className={classes.bar} max={total} aria-label={t('import.stepImport')} {...(isUploading ? {} : { value: done })} />
      {stop === null ? null : (
        <Group>
          <Button size="compact-sm" variant="default" onClick={stop}>
            {t('import.stop')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Outcome({ run: { state, total, failed, stored, errors, reportUrl } }: { readonly run: ImportRun }) {
  const t = useTranslations();
  const ended =
    failed === 0 ? t('import.imported', { n: String(total) }) : t('import.importedSome', { n: String(failed), total: String(total) });
  return (
    <Stack gap={12}>
      <Text fz="sm" role="status">
        {state === 'stopped' ? t('import.stopped', { n: String(stored) }) : ended}
      </Text>
      {failed === 0 ? null : (
        <>
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Download size={14} />}
              component="a"
              href={reportUrl ?? ''}
              download="failed rows.csv"
            >
              {t('import.downloadFailed')}
            </Button>
          </Group>
          <ul className={classes.errors}>
            {errors.slice(0, SHOWN_ERRORS).map(({ row, text }) => (
              <li key={`${row} ${text}`}>
                <strong>{t('import.row', { row: String(row) })}</strong> {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}
