import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormError } from '../FormError.tsx';
import { droppedFile, projectIn } from './droppedFile.ts';
import { useImport } from './useImport.tsx';

interface Offered {
  readonly name: string;
  readonly file: Promise<File | null>;
}

/** Offers to import a project that was dropped where attachments are taken. `take` is false for other files. */
export function useProjectOffer(): { readonly take: (transfer: DataTransfer) => boolean; readonly offer: ReactNode } {
  const t = useTranslations();
  const { isBusy, progress, report, read } = useImport();
  const [offered, setOffered] = useState<Offered | null>(null);
  /** Its content stays while it closes. */
  const [isOpen, setIsOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const take = (transfer: DataTransfer): boolean => {
    const name = projectIn(transfer);
    if (name === null) return false;
    // The browser forgets the files when the event ends.
    const file = droppedFile(transfer);
    // Shown as the failure of the import, if there is one.
    file.catch(() => undefined);
    if (isBusy) return true;
    setFailure(null);
    setOffered({ name, file });
    setIsOpen(true);
    return true;
  };
  const accept = async ({ file }: Offered) => {
    let hasFailed = false;
    await read(
      () => file,
      (why) => {
        hasFailed = true;
        setFailure(why);
      },
    );
    if (!hasFailed) setIsOpen(false);
  };
  const close = () => !isBusy && setIsOpen(false);
  const offer = (
    <>
      <Modal opened={isOpen} onClose={close} title={t('importing.folder', { name: offered?.name ?? '' })}>
        <p>{t('importing.folderWhy')}</p>
        {progress}
        <FormError message={failure} />
        <Group justify="flex-end" mt="md" gap={8}>
          <Button variant="default" disabled={isBusy} onClick={close}>
            {t(failure === null ? 'common.cancel' : 'common.close')}
          </Button>
          {failure === null && (
            <Button data-autofocus disabled={isBusy} onClick={() => offered !== null && void accept(offered)}>
              {t('importing.asApp')}
            </Button>
          )}
        </Group>
      </Modal>
      {report}
    </>
  );
  return { take, offer };
}
