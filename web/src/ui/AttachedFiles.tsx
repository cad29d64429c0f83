import { ActionIcon } from '@mantine/core';
import { Paperclip, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { acceptedFiles } from '../lib/fileDrop.ts';
import classes from './AttachedFiles.module.css';

interface AttachedFile {
  readonly key: string;
  readonly name: string;
  /** Shown before the name, unless the file is refused. */
  readonly picture: ReactNode;
  /** Why the message cannot take it. */
  readonly error: string | null;
}

/** The files of a message that is not sent yet, each removable. */
export function AttachedFiles({ files, onRemove }: { readonly files: readonly AttachedFile[]; readonly onRemove: (key: string) => void }) {
  const t = useTranslations('common.files');
  if (files.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {files.map(({ key, name, picture, error }) => (
        <li key={key} className={classes.file} data-refused={error !== null || undefined}>
          <span className={classes.picture}>{error === null ? picture : <TriangleAlert size={16} />}</span>
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            {error === null ? null : (
              <span className={classes.error} role="alert">
                {error}
              </span>
            )}
          </span>
          <ActionIcon
            className={classes.touch}
            size={28}
            variant="subtle"
            color="gray"
            aria-label={t('remove', { name })}
            onClick={() => onRemove(key)}
          >
            <X size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

/** Opens the file dialog of the browser. */
export function ChooseFiles({ onAdd }: { readonly onAdd: (files: readonly File[]) => void }) {
  const t = useTranslations('common.files');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon
        className={classes.touch}
        size={32}
        variant="subtle"
        color="gray"
        aria-label={t('add')}
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
        aria-label={t('choose')}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
