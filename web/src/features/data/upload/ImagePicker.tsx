import { Button, Loader } from '@mantine/core';
import { Trash2, Upload } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './Upload.module.css';
import { smallImage } from './upload-image.ts';
import type { ImageUpload } from './useImageUpload.ts';

interface ImagePickerProps {
  /** Empty: no image. */
  readonly url: string;
  readonly upload: ImageUpload;
  /** Default: the image cannot be removed. */
  readonly onRemove?: (() => void) | undefined;
}

/** The image of a field, with buttons that upload, replace and remove it. Images can be dropped on it. */
export function ImagePicker({ url, upload: { isBusy, problem, upload }, onRemove }: ImagePickerProps) {
  const t = useTranslations('upload');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const onDrag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(isInside);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button within
    <span
      className={classes.picker}
      data-over={isOver || undefined}
      onDragOver={onDrag(true)}
      onDragLeave={onDrag(false)}
      onDrop={(event) => {
        onDrag(false)(event);
        upload(event.dataTransfer.files[0] ?? null);
      }}
    >
      <span className={classes.frame} aria-busy={isBusy}>
        {url === '' ? <span className={classes.hint}>{t('drop')}</span> : <Preview key={url} url={url} />}
        {isBusy ? <Loader className={classes.loader} size={20} aria-hidden="true" /> : null}
      </span>
      <span className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Upload size={14} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => input.current?.click()}
        >
          {url === '' ? t('choose') : t('replace')}
        </Button>
        {url === '' || onRemove === undefined ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<Trash2 size={14} aria-hidden="true" />}
            disabled={isBusy}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        )}
      </span>
      {problem === null ? null : (
        <span className={classes.problem} role="alert">
          {problem.message}
          {problem.reason === null ? null : <span className={classes.reason}>{problem.reason}</span>}
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('choose')}
        onChange={({ currentTarget }) => {
          upload(currentTarget.files?.[0] ?? null);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </span>
  );
}

function Preview({ url }: { readonly url: string }) {
  const t = useTranslations('data');
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <span className={classes.hint}>{t('image.broken')}</span>;
  return (
    <img
      className={classes.image}
      src={smallImage(url, 640)}
      alt={t('image.preview')}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

/** Uploads a pasted image; other pastes keep their effect. */
export function pasteImage({ upload }: ImageUpload): (event: ClipboardEvent) => void {
  return (event) => {
    const [file] = event.clipboardData.files;
    if (file === undefined) return;
    event.preventDefault();
    upload(file);
  };
}
