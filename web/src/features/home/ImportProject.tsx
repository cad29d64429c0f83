import { Button, FileButton } from '@mantine/core';
import { Upload } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { droppedFile } from '../../ui/importing/droppedFile.ts';
import classes from '../../ui/importing/Importing.module.css';
import { useImport } from '../../ui/importing/useImport.tsx';

/** Imports a project that is chosen, or dropped here. */
export function ImportProject() {
  const t = useTranslations('importing');
  const { isBusy, progress, report, read } = useImport();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    // The browser forgets the files when the event ends.
    const found = droppedFile(event.dataTransfer);
    if (!isBusy) void read(() => found);
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
          <Button {...props} variant="default" leftSection={<Upload size={16} />} disabled={isBusy}>
            {t('choose')}
          </Button>
        )}
      </FileButton>
      {progress ?? <p>{t('hint')}</p>}
      {report}
    </section>
  );
}
