import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { folders as namedFolders } from '../tree/tree.ts';
import { newFolders, pathFault } from './newFile.ts';

interface PathDialogProps {
  /** The file to rename; null adds one. */
  readonly renamed: string | null;
  readonly paths: Iterable<string>;
  /** Resolves with whether it was done: the dialog stays open otherwise. */
  readonly onSubmit: (path: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for the folder and the name of a new or renamed file. */
export function PathDialog({ renamed, paths, onSubmit, onClose }: PathDialogProps) {
  const t = useTranslations();
  const [folder, setFolder] = useState(folderOf(renamed) ?? 'components');
  const [name, setName] = useState(renamed?.slice(renamed.indexOf('/') + 1) ?? '');
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const path = `${folder}/${name.trim().replace(/\.(?:tsx|jsx|ts|js)$/, '')}`;
  const fault = pathFault(
    path,
    [...paths].filter((other) => other !== renamed),
  );
  const labelOf = (one: string) => {
    const named = namedFolders.find((known) => known === one);
    return named === undefined ? one : t(`files.folder.${named}`);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (fault !== null) return;
    if (path === renamed) return onClose();
    setIsBusy(true);
    if (await onSubmit(path)) onClose();
    else setIsBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={renamed === null ? t('files.add.title') : t('files.rename.title', { file: renamed })}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Select
            label={t('files.add.folder')}
            data={[...new Set([...newFolders, folder])].map((value) => ({ value, label: labelOf(value) }))}
            value={folder}
            allowDeselect={false}
            onChange={(value) => setFolder(value ?? folder)}
          />
          <TextInput
            label={t('common.name')}
            description={t('files.add.nameHint')}
            value={name}
            data-autofocus
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            error={isTried && fault !== null ? t(fault) : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t(renamed === null ? 'files.add.do' : 'common.rename')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const folderOf = (path: string | null): string | null => (path?.includes('/') ? (path.split('/')[0] ?? null) : null);
