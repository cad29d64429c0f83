import { Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** Says what was deleted and offers to undo it. */
export function UndoNote({ name, onUndo }: { readonly name: string; readonly onUndo: () => void }) {
  const t = useTranslations();
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{t('home.deleted', { app: name })}</span>
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        {t('home.undo')}
      </Button>
    </Group>
  );
}
