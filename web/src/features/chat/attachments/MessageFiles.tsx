import { Modal, UnstyledButton } from '@mantine/core';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './Attachments.module.css';
import type { Attachment } from './upload.ts';

/** The files of a message: a picture opens larger, any other file is downloaded. `isAlone`: no text follows. */
export function MessageFiles({ files, isAlone }: { readonly files: readonly Attachment[]; readonly isAlone: boolean }) {
  const t = useTranslations();
  const [open, setOpen] = useState<Attachment | null>(null);
  if (files.length === 0) return null;
  return (
    <>
      <ul className={classes.files} data-alone={isAlone || undefined} aria-label={t('common.files.title')}>
        {files.map((file) => (
          <li key={file.id}>
            {file.width === null ? (
              <a className={classes.file} href={file.url} download={file.name} aria-label={t('chat.files.download', { name: file.name })}>
                <FileText size={16} aria-hidden="true" />
                <span className={classes.name}>{file.name}</span>
              </a>
            ) : (
              <UnstyledButton
                className={classes.picture}
                aria-label={t('chat.files.open', { name: file.name })}
                onClick={() => setOpen(file)}
              >
                <img src={file.url} alt="" width={file.width} height={file.height ?? undefined} />
              </UnstyledButton>
            )}
          </li>
        ))}
      </ul>
      <Modal opened={open !== null} onClose={() => setOpen(null)} title={open?.name} size="auto" centered>
        {open === null ? null : <img className={classes.large} src={open.url} alt={open.name} />}
      </Modal>
    </>
  );
}
