import { ActionIcon, Button, Group, Menu, Modal, Progress, Text, Tooltip } from '@mantine/core';
import { Braces, Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { type ExportOptions, useExport } from './useExport.ts';

const FORMATS = [
  { id: 'csv', icon: FileText },
  { id: 'xlsx', icon: FileSpreadsheet },
  { id: 'json', icon: Braces },
] as const;

/** Exports the rows that the grid lists, with their progress. */
export function ExportButton(options: ExportOptions) {
  const t = useTranslations('export');
  const tAll = useTranslations();
  const { done, start, stop } = useExport(options);
  const total = options.pages.count ?? 0;
  const progress = t('progress', { done: done ?? 0, total });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label={t('title')}>
            <ActionIcon size={30} aria-label={t('title')}>
              <Download size={16} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('rows', { count: total })}</Menu.Label>
          {FORMATS.map(({ id, icon: Icon }) => (
            <Menu.Item key={id} leftSection={<Icon size={16} />} onClick={() => start(id)}>
              {t(id)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={done !== null} onClose={stop} title={t('title')} closeOnClickOutside={false}>
        <Text fz="sm" mb="xs" role="status">
          {progress}
        </Text>
        <Progress value={(100 * (done ?? 0)) / Math.max(1, total)} aria-label={progress} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={stop}>
            {tAll('common.cancel')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
