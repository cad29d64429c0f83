import { Button, Group, Stack, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FormError } from '../../../ui/FormError.tsx';
import classes from './ImportWizard.module.css';
import type { ImportRun } from './useImport.ts';

const SHOWN_ERRORS = 20;

/** Progress, and then what was imported and what was not. */
export function ImportStep({ run }: { readonly run: ImportRun }) {
  const t = useTranslations('import');
  if (run.state === 'working') return <Working run={run} />;
  if (run.state === 'failed') return <FormError message={run.error ? `${t('failed')} ${run.error}` : t('failed')} />;
  return <Outcome run={run} />;
}

function Working({ run: { isUploading, done, total, stop } }: { readonly run: ImportRun }) {
  const t = useTranslations('import');
  return (
    <Stack gap={8} role="status">
      <Text fz="sm">{isUploading ? t('uploading') : t('working', { done, total })}</Text>
      <progress className={classes.bar} max={total} aria-label={t('stepImport')} {...(isUploading ? {} : { value: done })} />
      {stop === null ? null : (
        <Group>
          <Button size="compact-sm" variant="default" onClick={stop}>
            {t('stop')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Outcome({ run: { state, total, failed, stored, errors, reportUrl } }: { readonly run: ImportRun }) {
  const t = useTranslations('import');
  const ended = failed === 0 ? t('imported', { n: String(total) }) : t('importedSome', { n: String(failed), total: String(total) });
  return (
    <Stack gap={12}>
      <Text fz="sm" role="status">
        {state === 'stopped' ? t('stopped', { n: String(stored) }) : ended}
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
              {t('downloadFailed')}
            </Button>
          </Group>
          <ul className={classes.errors}>
            {errors.slice(0, SHOWN_ERRORS).map(({ row, text }) => (
              <li key={`${row} ${text}`}>
                <strong>{t('row', { row: String(row) })}</strong> {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}
