import { Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { Bookmark, Check, Pencil, Plus, RotateCcw, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../../lib/notify.ts';
import type { TableView } from './api.ts';
import type { TableViews } from './useTableViews.ts';

type Dialog = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly view: TableView };

const MAX_NAME = 100;

/** Chooses, saves, renames and deletes named views of a table. */
export function ViewsMenu({ views }: { readonly views: TableViews }) {
  const t = useTranslations('tableViews');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { shown, isChanged } = views;
  return (
    <>
      <Menu position="bottom-start" width={260} onOpen={() => void views.read().catch(() => undefined)}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<Bookmark size={14} />} data-active={shown !== null || undefined} maw={180}>
            {shown === null ? t('title') : isChanged ? t('changed', { name: shown.name }) : shown.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
          <Menu.Item leftSection={<RotateCcw size={16} />} onClick={() => views.choose(null)}>
            {t('plain')}
          </Menu.Item>
          {views.views.length === 0 ? null : <Menu.Label>{t('yours')}</Menu.Label>}
          {views.views.map((view) => (
            <Menu.Item key={view.id} rightSection={view.id === shown?.id ? <Check size={14} /> : null} onClick={() => views.choose(view)}>
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {shown === null ? null : (
            <>
              <Menu.Item
                leftSection={<Save size={16} />}
                disabled={!isChanged}
                onClick={() => void views.save(shown).catch((error: Error) => notifyError(error.message))}
              >
                {t('save', { name: shown.name })}
              </Menu.Item>
              <Menu.Item leftSection={<Pencil size={16} />} onClick={() => setDialog({ kind: 'rename', view: shown })}>
                {t('rename', { name: shown.name })}
              </Menu.Item>
              <Menu.Item
                c="var(--danger-text)"
                leftSection={<Trash2 size={16} />}
                onClick={() => setDialog({ kind: 'remove', view: shown })}
              >
                {t('remove', { name: shown.name })}
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<Plus size={16} />} onClick={() => setDialog({ kind: 'add' })}>
            {t('add')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === null ? null : <ViewDialog dialog={dialog} views={views} onClose={() => setDialog(null)} />}
    </>
  );
}

interface ViewDialogProps {
  readonly dialog: Dialog;
  readonly views: TableViews;
  readonly onClose: () => void;
}

function ViewDialog({ dialog, views, onClose }: ViewDialogProps) {
  const t = useTranslations();
  const [name, setName] = useState(dialog.kind === 'rename' ? dialog.view.name : '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const work = async () => {
    setIsBusy(true);
    try {
      if (dialog.kind === 'add') await views.add(name.trim());
      else if (dialog.kind === 'rename') await views.rename(dialog.view, name.trim());
      else await views.remove(dialog.view);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
      setIsBusy(false);
    }
  };
  const isRemoval = dialog.kind === 'remove';
  return (
    <Modal
      opened
      onClose={onClose}
      title={dialog.kind === 'add' ? t('tableViews.add') : t(`tableViews.${dialog.kind}`, { name: dialog.view.name })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void work();
        }}
      >
        <Stack gap={16}>
          {isRemoval ? (
            <Text fz="sm">{t('tableViews.removeWhy')}</Text>
          ) : (
            <TextInput
              label={t('tableViews.name')}
              data-autofocus
              maxLength={MAX_NAME}
              value={name}
              error={problem}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          {isRemoval && problem !== null ? (
            <Text fz="sm" c="var(--danger-text)" role="alert">
              {problem}
            </Text>
          ) : null}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" {...(isRemoval ? { color: 'red' } : {})} loading={isBusy} disabled={!isRemoval && name.trim() === ''}>
              {t(isRemoval ? 'common.delete' : 'common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
