import { Button, Group, Modal, ScrollArea, Table, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { copyText } from '../../lib/copy.ts';
import { notifyDone } from '../../lib/notify.ts';
import { toTsv } from './grid/clipboard.ts';
import type { PasteProblem } from './usePaste.ts';

interface PasteProblemsProps {
  readonly problems: readonly PasteProblem[];
  readonly onClose: () => void;
}

/** What a paste left out, with a copy of it. */
export function PasteProblems({ problems, onClose }: PasteProblemsProps) {
  const t = useTranslations('data.paste');
  const tAll = useTranslations();
  const copy = async () => {
    if (await copyText(toTsv(problems.map(({ row, column, text, reason }) => [String(row), column, text, reason]))))
      notifyDone(tAll('common.copied'));
  };
  return (
    <Modal opened={problems.length > 0} onClose={onClose} title={t('title', { count: problems.length })} size="md">
      <Text fz="sm" mb="sm">
        {t('why')}
      </Text>
      <ScrollArea.Autosize mah={360}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('row')}</Table.Th>
              <Table.Th>{t('column')}</Table.Th>
              <Table.Th>{t('value')}</Table.Th>
              <Table.Th>{t('reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.slice(0, 200).map(({ row, column, text, reason }) => (
              <Table.Tr key={`${row} ${column}`}>
                <Table.Td>{row}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td>{text}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </Group>
    </Modal>
  );
}
