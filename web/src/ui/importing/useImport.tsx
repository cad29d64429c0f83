import '@mantine/core/styles/Progress.css';
import { Button, Modal, Progress } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import classes from './Importing.module.css';
import { ImportReport } from './ImportReport.tsx';
import { type Imported, importProject } from './importProject.ts';
import { lighterZip } from './lighterZip.ts';

export interface Importing {
  readonly isBusy: boolean;
  /** How much is sent, then that the server reads it; null while nothing is imported. */
  readonly progress: ReactNode;
  /** What became of the files, before the app is opened. */
  readonly report: ReactNode;
  /** `onFailure` shows why nothing was imported; default: a notice. */
  readonly read: (find: () => Promise<File | null>, onFailure?: (why: string) => void) => Promise<void>;
}

/** Makes an app of a project in a zip, a git bundle or a folder, lists what became of its files, and opens it. */
export function useImport(): Importing {
  const t = useTranslations('importing');
  const navigate = useNavigate();
  /** From 0 to 1 while the project is sent; 1 while the server reads it. */
  const [sent, setSent] = useState<number | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);

  const open = ({ id, task }: Imported, asksFirst: boolean) => {
    setImported(null);
    void navigate(`/build/app/${id}`, asksFirst && task !== null ? { state: { firstPrompt: task } } : {});
  };
  const read = async (find: () => Promise<File | null>, onFailure = notifyError) => {
    setSent(0);
    try {
      const file = await find();
      if (file === null) return onFailure(t('noFiles'));
      const made = await importProject(await lighterZip(file), setSent);
      if (made === null) return;
      // What every project has, and every app has here, needs no report.
      const missed = made.left.filter(({ reason }) => reason !== 'about' && reason !== 'library');
      if (missed.length + made.changed.length + made.backEnds.length + made.hosts.length + made.closed.length > 0) return setImported(made);
      notifyDone(t('done', { app: made.name }));
      open(made, false);
    } catch (error) {
      onFailure(sentence(error));
    } finally {
      setSent(null);
    }
  };
  const progress =
    sent === null ? null : (
      <div className={classes.progress} role="status">
        <Progress value={sent * 100} size="sm" animated={sent === 1} striped={sent === 1} aria-label={t('reading')} />
        <p>{sent < 1 ? t('sending', { percent: Math.round(sent * 100) }) : t('reading')}</p>
      </div>
    );
  const report = (
    <Modal opened={imported !== null} onClose={() => setImported(null)} size="md" title={t('report', { app: imported?.name ?? '' })}>
      {imported !== null && (
        <>
          <ImportReport imported={imported} />
          <div className={classes.actions}>
            {imported.task !== null && (
              <Button variant="default" onClick={() => open(imported, true)}>
                {t('openAndAsk')}
              </Button>
            )}
            <Button className={classes.open} onClick={() => open(imported, false)}>
              {t('open', { app: imported.name })}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
  return { isBusy: sent !== null, progress, report, read };
}
