import { Button, FileButton, Modal } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { fromServer } from '../../i18n/language.ts';
import { sentence, unexpected } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import classes from './ImportProject.module.css';

interface Imported {
  readonly id: string;
  readonly name: string;
  readonly taken: number;
  readonly left: readonly {
    readonly path: string;
    readonly reason: 'about' | 'library' | 'unknown' | 'refused';
    readonly message: string | null;
  }[];
}

/** Makes an app of a project in a zip or a git bundle, and lists the files that did not come along. */
export function ImportProject() {
  const t = useTranslations('home.importing');
  const navigate = useNavigate();
  const [isReading, setIsReading] = useState(false);
  const [imported, setImported] = useState<Imported | null>(null);

  const open = ({ id }: Imported) => void navigate(`/build/app/${id}`);
  const read = async (file: File) => {
    setIsReading(true);
    try {
      const made = await importProject(file);
      if (made === null) return;
      notifyDone(t('done', { app: made.name }));
      if (made.left.length === 0) open(made);
      else setImported(made);
    } catch (error) {
      notifyError(sentence(error));
    } finally {
      setIsReading(false);
    }
  };

  return (
    <section className={classes.root}>
      <FileButton accept=".zip,.bundle,application/zip" onChange={(file) => file !== null && void read(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Upload size={16} />} loading={isReading}>
            {isReading ? t('reading') : t('choose')}
          </Button>
        )}
      </FileButton>
      <p>{t('hint')}</p>
      <Modal opened={imported !== null} onClose={() => setImported(null)} title={t('left', { count: imported?.left.length ?? 0 })}>
        <p>{t('taken', { count: imported?.taken ?? 0 })}</p>
        <ul className={classes.left}>
          {imported?.left.map(({ path, reason, message }) => (
            <li key={path}>
              {path}
              <span>{reason === 'refused' ? fromServer(message ?? '') : t(reason)}</span>
            </li>
          ))}
        </ul>
        <div className={classes.actions}>
          <Button onClick={() => imported !== null && open(imported)}>{t('open', { app: imported?.name ?? '' })}</Button>
        </div>
      </Modal>
    </section>
  );
}

/** Null after a notice when the server refused the file. */
async function importProject(file: File): Promise<Imported | null> {
  const form = new FormData();
  form.set('file', file);
  const response = await fetch('/api/apps/import', { method: 'POST', body: form });
  const answer = await response.json();
  if (response.ok) return answer as Imported;
  notifyError(fromServer(answer.message) || unexpected());
  return null;
}
