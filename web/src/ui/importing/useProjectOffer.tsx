import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { droppedFile, projectIn } from './droppedFile.ts';
import { useImport } from './useImport.tsx';

interface Offered {
  readonly name: string;
  readonly file: Promise<File | null>;
}

/** Offers to import a project that was dropped where attachments are taken. `take` is false for other files. */
export function useProjectOffer(): { readonly take: (transfer: DataTransfer) => boolean; readonly offer: ReactNode } {
  const t = useTranslations('common');
  const { isBusy, progress, report, read } = useImport();
  const [offered, setOffered] = useState<Offered | null>(null);

  const take = (transfer: DataTransfer): boolean => {
    const name = projectIn(transfer);
    if (name === null) return false;
    // The browser forgets the files when the event ends.
    const file = droppedFile(transfer);
    // Shown as the failure of the import, if there is one.
    file.catch(() => undefined);
    if (!isBusy) setOffered({ name, file });
    return true;
  };
  const accept = async ({ file }: Offered) => {
    await read(() => file);
    setOffered(null);
  };
  const offer = (
    <>
      <Modal
        opened={offered !== null}
        onClose={() => !isBusy && setOffered(null)}
        title={t('importing.folder', { name: offered?.name ?? '' })}
      >
        <p>{t('importing.folderWhy')}</p>
        {progress}
        <Group justify="flex-end" mt="md" gap={8}>
          <Button variant="default" disabled={isBusy} onClick={() => setOffered(null)}>
            {t('cancel')}
          </Button>
          <Button disabled={isBusy} onClick={() => offered !== null && void accept(offered)}>
            {t('importing.asApp')}
          </Button>
        </Group>
      </Modal>
      {report}
    </>
  );
  return { take, offer };
}
