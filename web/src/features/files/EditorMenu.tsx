import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Ellipsis, TextCursorInput } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { type Cell, useCell } from '../../lib/workspace/cell.ts';
import { isAutosaving, isFormatting } from './editorSettings.ts';

/** Further actions on the open file, and how the editor saves. */
export function EditorMenu({ onRename }: { readonly onRename: (() => void) | null }) {
  const t = useTranslations();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={t('files.more')}>
          <ActionIcon size={28} aria-label={t('files.more')}>
            <Ellipsis size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {onRename === null ? null : (
          <Menu.Item leftSection={<TextCursorInput size={14} />} onClick={onRename}>
            {t('files.rename.do')}
          </Menu.Item>
        )}
        <Menu.Label>{t('files.saving')}</Menu.Label>
        <Choice cell={isAutosaving} label={t('files.autosave')} />
        <Choice cell={isFormatting} label={t('files.format')} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ cell, label }: { readonly cell: Cell<boolean>; readonly label: string }) {
  const isOn = useCell(cell);
  return (
    <Menu.CheckboxItem checked={isOn} closeMenuOnClick={false} onChange={cell.set}>
      {label}
    </Menu.CheckboxItem>
  );
}
