import { useMutation } from '@apollo/client/react';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Blocks } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { EjectBlockDocument } from '../../gen/files.ts';
import { errorStatus, sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { useApp, useRefetchApp } from '../../lib/workspace/hooks.ts';
import type { DraftStore } from './drafts/draftStore.ts';

interface TakeOverMenuProps {
  readonly store: DraftStore;
  /** Those that the shown file imports. */
  readonly blocks: readonly string[];
  readonly isDisabled: boolean;
  /** The block's code is in the file at this path. */
  readonly onTakenOver: (path: string) => void;
}

/** Takes over the code of a block: the app gets its source as a component, in a new version. */
export function TakeOverMenu({ store, blocks, isDisabled, onTakenOver }: TakeOverMenuProps) {
  const t = useTranslations();
  const [eject, { loading }] = useMutation(EjectBlockDocument);
  const { id: appId } = useApp();
  const refetchApp = useRefetchApp();
  const takeOver = async (block: string) => {
    try {
      const { data } = await eject({ variables: { id: appId, baseVersionId: store.get().head?.id ?? '', block } });
      if (data == null) return;
      await refetchApp();
      notifyDone(t('files.takeOver.done', { block, file: data.ejectBlock.path }));
      onTakenOver(data.ejectBlock.path);
    } catch (error) {
      notifyError(errorStatus(error) === 409 ? sentence(error) : t('files.takeOver.failed'));
    }
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={t(isDisabled ? 'files.takeOver.unsaved' : 'files.takeOver.button')}>
          <ActionIcon size={28} aria-label={t('files.takeOver.button')} loading={loading} disabled={isDisabled}>
            <Blocks size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('files.takeOver.choose')}</Menu.Label>
        {blocks.map((block) => (
          <Menu.Item key={block} onClick={() => void takeOver(block)}>
            {block}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
