import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Download, Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { fromServer } from '../../../i18n/language.ts';
import { FormError } from '../../../ui/FormError.tsx';
import classes from './ImportWizard.module.css';
import type { ImportRun } from './useImport.ts';

const SHOWN_ERRORS = 20;

/** Progress, and then what was imported and what was not. */
export function ImportStep({ run }: { readonly run: ImportRun }) {
  const t = useTranslations();
  if (run.state === 'working') return <Working run={run} />;
  if (run.state === 'undoing') return <Undoing />;
  if (run.state === 'undone') return <Undone run={run} />;
  if (run.state === 'failed')
    return <FormError message={run.error ? `${t('import.failed')} ${fromServer(run.error)}` : t('import.failed')} />;
  return <Outcome run={run} />;
}

function Working({ run: { isUploading, done, total, stop } }: { readonly run: ImportRun }) {
  const t = useTranslations();
  return (
    <Stack gap={8} role="status">
      <Text fz="sm">{isUploading ? t('import.uploading') : t('import.working', { done, total })}</Text>
      <Progress value={isUploading ? 100 : (100 * done) / Math.max(1, total)} animated={isUploading} aria-label={t('import.stepImport')} />
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

function Undoing() {
  const t = useTranslations('import');
  return (
    <Stack gap={8} role="status">
      <Text fz="sm">{t('undoing')}</Text>
      <Progress value={100} animated aria-label={t('undoing')} />
    </Stack>
  );
}

function Undone({ run: { undone } }: { readonly run: ImportRun }) {
  const t = useTranslations('import');
  const { removed, restored, lost } = undone ?? { removed: 0, restored: 0, lost: 0 };
  return (
    <Stack gap={8} role="status">
      <Text fz="sm">{t('undone', { removed, restored })}</Text>
      {lost === 0 ? null : <Text fz="sm">{t('undoLost', { count: lost })}</Text>}
    </Stack>
  );
}

function Outcome({ run }: { readonly run: ImportRun }) {
  const t = useTranslations('import');
  const { failed, skipped, replaced, withoutCreator, errors, reportUrl, undo } = run;
  const notes = { skipped, replaced, withoutCreator };
  return (
    <Stack gap={12}>
      <Stack gap={4} role="status">
        <Text fz="sm">{ended(run, t)}</Text>
        {(['skipped', 'replaced', 'withoutCreator'] as const).map((note) =>
          notes[note] === 0 ? null : (
            <Text key={note} fz="sm" c="dimmed">
              {t(note, { count: notes[note] })}
            </Text>
          ),
        )}
      </Stack>
      {failed === 0 && undo === null ? null : (
        <Group gap={8}>
          {failed === 0 ? null : (
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
          )}
          {undo === null ? null : (
            <Button size="compact-sm" variant="default" leftSection={<Undo2 size={14} />} onClick={undo}>
              {t('undo')}
            </Button>
          )}
        </Group>
      )}
      {failed === 0 ? null : (
        <ul className={classes.errors}>
          {errors.slice(0, SHOWN_ERRORS).map(({ row, text }) => (
            <li key={`${row} ${text}`}>
              <strong>{t('row', { row: String(row) })}</strong> {fromServer(text)}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function ended({ state, total, failed, stored, skipped }: ImportRun, t: ReturnType<typeof useTranslations<'import'>>): string {
  if (state === 'stopped') return t('stopped', { n: String(stored) });
  if (failed > 0) return t('importedSome', { n: String(failed), total: String(total) });
  return skipped > 0 ? t('importedRest', { n: String(stored), total: String(total) }) : t('imported', { n: String(total) });
}
