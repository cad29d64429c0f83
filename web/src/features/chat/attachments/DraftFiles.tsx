import { ActionIcon, Loader, VisuallyHidden } from '@mantine/core';
import { FileText, Paperclip, TriangleAlert, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { acceptedFiles } from '../../../lib/fileDrop.ts';
import classes from './Attachments.module.css';
import type { DraftFile, DraftFiles as Files } from './useAttachments.ts';

/** The files of the message box, each with its state, and removable. */
export function DraftFiles({ files, onRemove }: { readonly files: readonly DraftFile[]; readonly onRemove: (key: string) => void }) {
  const t = useTranslations();
  if (files.length === 0) return null;
  return (
    <ul className={classes.drafts} aria-label={t('chat.files.title')}>
      {files.map((file) => (
        <li key={file.key} className={classes.draft} data-state={file.state}>
          <Picture file={file} />
          <span className={classes.words}>
            <span className={classes.name}>{file.name}</span>
            {file.state === 'failed' ? (
              <span className={classes.error} role="alert">
                {file.error}
              </span>
            ) : null}
          </span>
          <ActionIcon
            className={classes.remove}
            size={28}
            variant="subtle"
            color="gray"
            aria-label={t('chat.files.remove', { name: file.name })}
            onClick={() => onRemove(file.key)}
          >
            <X size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

function Picture({ file }: { readonly file: DraftFile }) {
  const t = useTranslations();
  if (file.state === 'uploading') {
    return (
      <span className={classes.icon} role="status">
        <Loader size={16} color="gray" />
        <VisuallyHidden>{t('chat.files.uploading', { name: file.name })}</VisuallyHidden>
      </span>
    );
  }
  if (file.state === 'ready' && file.attachment.width !== null) return <img className={classes.small} src={file.attachment.url} alt="" />;
  return <span className={classes.icon}>{file.state === 'failed' ? <TriangleAlert size={16} /> : <FileText size={16} />}</span>;
}

/** Opens the file dialog of the browser. */
export function AttachButton({ onAdd }: { readonly onAdd: Files['add'] }) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon
        className={classes.attach}
        size={32}
        variant="subtle"
        color="gray"
        aria-label={t('chat.files.add')}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={16} />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        aria-label={t('chat.files.choose')}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
