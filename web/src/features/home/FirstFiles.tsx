import { ActionIcon } from '@mantine/core';
import { FileText, Image, Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { acceptedFiles } from '../../lib/fileDrop.ts';
import classes from './FirstFiles.module.css';

interface FirstFilesProps {
  readonly files: readonly File[];
  readonly onRemove: (file: File) => void;
}

/** The files that the first message takes along, each removable. */
export function FirstFiles({ files, onRemove }: FirstFilesProps) {
  const t = useTranslations();
  if (files.length === 0) return null;
  return (
    <ul className={classes.root} aria-label={t('home.files.title')}>
      {files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pasted pictures have the same name and time
        <li key={`${at} ${file.name}`} className={classes.file}>
          {file.type.startsWith('image/') ? <Image size={16} aria-hidden="true" /> : <FileText size={16} aria-hidden="true" />}
          <span className={classes.name}>{file.name}</span>
          <ActionIcon
            size={28}
            variant="subtle"
            color="gray"
            aria-label={t('home.files.remove', { name: file.name })}
            onClick={() => onRemove(file)}
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
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon size={32} variant="subtle" color="gray" aria-label={t('home.files.add')} onClick={() => input.current?.click()}>
        <Paperclip size={16} />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        aria-label={t('home.files.choose')}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
