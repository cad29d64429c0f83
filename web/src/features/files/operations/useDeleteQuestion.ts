import { modals } from '@mantine/modals';
import { useTranslations } from 'use-intl';

/** Asks before a file is deleted, naming it. */
export function useDeleteQuestion(onConfirm: (path: string) => Promise<unknown>): (path: string) => void {
  const t = useTranslations();
  return (path) =>
    modals.openConfirmModal({
      title: t('files.deleteTitle', { file: path }),
      children: t('files.deleteWhy'),
      labels: { confirm: t('common.delete'), cancel: t('common.keepIt') },
      confirmProps: { color: 'red' },
      onConfirm: () => void onConfirm(path),
    });
}
