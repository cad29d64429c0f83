import { Button, Text } from '@mantine/core';
import { Upload } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormError } from '../../../ui/FormError.tsx';
import classes from './ImportWizard.module.css';

/** Chooses a file, by a button or by dropping it. */
export function UploadStep({
  error,
  isBusy,
  onFile,
}: {
  readonly error: string | null;
  readonly isBusy: boolean;
  readonly onFile: (file: File | null) => void;
}) {
  const t = useTranslations();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const onDrag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button within */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={(event) => {
          onDrag(false)(event);
          onFile(event.dataTransfer.files[0] ?? null);
        }}
      >
        <Text fz="sm" c="dimmed">
          {t('import.dropHere')}
        </Text>
        <Button leftSection={<Upload size={14} />} loading={isBusy} onClick={() => input.current?.click()} aria-describedby={id}>
          {t('import.chooseFile')}
        </Button>
        <Text fz="sm" c="dimmed" id={id}>
          {t('import.firstRow')}
        </Text>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.xlsx,text/csv"
          aria-label={t('import.chooseFile')}
          onChange={({ currentTarget }) => {
            onFile(currentTarget.files?.[0] ?? null);
            // The same file can be chosen again, once it is corrected.
            currentTarget.value = '';
          }}
        />
      </div>
      <FormError message={error} />
    </>
  );
}
