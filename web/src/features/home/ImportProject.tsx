import '@mantine/core/styles/Progress.css';
import { Button, FileButton, Modal, Progress } from '@mantine/core';
import { Upload } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import classes from './ImportProject.module.css';
import { droppedFile } from './importing/droppedFile.ts';
import { ImportReport } from './importing/ImportReport.tsx';
import { type Imported, importProject } from './importing/importProject.ts';

/** Makes an app of a project in a zip, a git bundle or a folder, and lists what became of its files. */
export function ImportProject() {
  const t = useTranslations('home.importing');
  const navigate = useNavigate();
  /** From 0 to 1 while the project is sent; 1 while the server reads it. */
  const [sent, setSent] = useState<number | null>(null);
  const [isOver, setIsOver] = useState(false);
  const [imported, setImported] = useState<Imported | null>(null);

  const open = ({ id, task }: Imported, asksFirst: boolean) =>
    void navigate(`/build/app/${id}`, asksFirst && task !== null ? { state: { firstPrompt: task } } : {});
  const read = async (find: () => Promise<File | null>) => {
    setSent(0);
    try {
      const file = await find();
      if (file === null) return notifyError(t('noFiles'));
      const made = await importProject(file, setSent);
      if (made === null) return;
      // What every project has, and every app has here, needs no report.
      const missed = made.left.filter(({ reason }) => reason !== 'about' && reason !== 'library');
      if (missed.length + made.changed.length + made.backEnds.length > 0) return setImported(made);
      notifyDone(t('done', { app: made.name }));
      open(made, false);
    } catch (error) {
      notifyError(sentence(error));
    } finally {
      setSent(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    // The browser forgets the files when the event ends.
    const found = droppedFile(event.dataTransfer);
    if (sent === null) void read(() => found);
  };

  return (
    <section
      className={classes.root}
      data-over={isOver || undefined}
      aria-label={t('choose')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileButton accept=".zip,.bundle,application/zip" onChange={(file) => file !== null && void read(async () => file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Upload size={16} />} disabled={sent !== null}>
            {t('choose')}
          </Button>
        )}
      </FileButton>
      {sent === null ? (
        <p>{t('hint')}</p>
      ) : (
        <div className={classes.progress} role="status">
          <Progress value={sent * 100} size="sm" animated={sent === 1} striped={sent === 1} aria-label={t('reading')} />
          <p>{sent < 1 ? t('sending', { percent: Math.round(sent * 100) }) : t('reading')}</p>
        </div>
      )}
      <Modal opened={imported !== null} onClose={() => setImported(null)} size="lg" title={t('report', { app: imported?.name ?? '' })}>
        {imported !== null && (
          <>
            <ImportReport imported={imported} />
            <div className={classes.actions}>
              {imported.task !== null && (
                <Button variant="default" onClick={() => open(imported, true)}>
                  {t('openAndAsk')}
                </Button>
              )}
              <Button onClick={() => open(imported, false)}>{t('open', { app: imported.name })}</Button>
            </div>
          </>
        )}
      </Modal>
    </section>
  );
}
