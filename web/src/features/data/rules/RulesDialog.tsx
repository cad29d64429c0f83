import { Button, CloseButton, Modal, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sentence } from '../../../lib/errors.ts';
import { notifyError } from '../../../lib/notify.ts';
import { useIsPhone } from '../../../lib/screenSize.ts';
import { useRefetchApp, useShownVersion, useTurn } from '../../../lib/workspace/hooks.ts';
import { ListPending } from '../../../ui/ListPending.tsx';
import type { TableSchema } from '../columns.ts';
import type { Schemas } from '../references/titles.ts';
import type { TableAddress } from '../rows/api.ts';
import { type RuleAddress, type RulesOfTable, readRules, saveRule, undoRule } from './api.ts';
import { FieldRules } from './FieldRules.tsx';
import type { RuleLineOptions } from './RuleEditor.tsx';
import { RuleLine } from './RuleLine.tsx';
import classes from './Rules.module.css';
import { OPERATIONS, type Rule } from './rule.ts';

interface RulesDialogProps {
  readonly table: TableAddress;
  readonly schema: TableSchema;
  readonly schemas: Schemas;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Shows who may read, add, change and delete the rows and the single fields of a table, in words, and edits it. */
export function RulesDialog({ isOpen, onClose, ...shown }: RulesDialogProps) {
  const t = useTranslations('rules');
  const tAll = useTranslations();
  const isPhone = useIsPhone();
  const [isChanged, setIsChanged] = useState(false);
  const close = () => {
    if (!isChanged) return onClose();
    modals.openConfirmModal({
      title: t('discardTitle'),
      labels: { confirm: t('discard'), cancel: tAll('common.cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        setIsChanged(false);
        onClose();
      },
    });
  };
  return (
    <Modal opened={isOpen} onClose={close} title={t('title', { table: shown.table.entity })} size="xl" fullScreen={isPhone}>
      <Rules {...shown} onChanged={setIsChanged} />
    </Modal>
  );
}

type RulesProps = Omit<RulesDialogProps, 'isOpen' | 'onClose'> & { readonly onChanged: (isChanged: boolean) => void };

function Rules({ table, schema, schemas, onChanged }: RulesProps) {
  const t = useTranslations('rules');
  const { isBusy } = useTurn();
  const { mayChange } = useShownVersion();
  const refetch = useRefetchApp();
  const { rules, error, read, show } = useRules(table);
  const [edited, setEdited] = useState<RuleAddress | null>(null);
  const [notice, setNotice] = useState<{ readonly text: 'saved' | 'undone'; readonly versionId: string | null } | null>(null);
  const begin = (address: RuleAddress | null) => {
    if (address !== null && isBusy) return notifyError(t('busy'));
    if (address !== null && !mayChange()) return;
    onChanged(false);
    setEdited(address);
  };
  if (rules === null) return <ListPending failed={t('loadFailed')} error={error} onRetry={read} />;
  const save = async (address: RuleAddress, rule: Rule | null) => {
    if (isBusy) throw new Error(t('busy'));
    const next = await saveRule(table, address, { digest: rules.digest, rule });
    show(next);
    begin(null);
    setNotice({ text: 'saved', versionId: next.versionId });
    await refetch();
  };
  const undo = async (versionId: string) => {
    try {
      await undoRule(table, versionId);
      setNotice({ text: 'undone', versionId: null });
      await Promise.all([read(), refetch()]);
    } catch (failure) {
      notifyError(failure instanceof Error ? sentence(failure) : t('undoFailed'));
    }
  };
  const line = (address: RuleAddress): RuleLineOptions => ({
    ...{ address, schema, schemas },
    isEdited: edited?.field === address.field && edited.operation === address.operation,
    onEdit: begin,
    onChanged,
    onSave: (rule) => save(address, rule),
  });
  return (
    <div className={classes.root}>
      {notice === null ? null : (
        <div className={classes.notice} role="status">
          <Text fz="sm" flex={1}>
            {t(notice.text)}
          </Text>
          {notice.versionId === null ? null : (
            <Button size="compact-sm" variant="default" onClick={() => void undo(notice.versionId ?? '')}>
              {t('undo')}
            </Button>
          )}
          <Close onClick={() => setNotice(null)} />
        </div>
      )}
      <section aria-labelledby="rules-of-table">
        <Text component="h3" id="rules-of-table" fz="sm" fw={600} m={0}>
          {t('ofTable')}
        </Text>
        <ul className={classes.list}>
          {OPERATIONS.map((operation) => (
            <RuleLine key={operation} {...line({ field: null, operation })} {...rules.table[operation]} />
          ))}
        </ul>
      </section>
      <FieldRules rules={rules.fields} schema={schema} edited={edited} line={line} onEdit={begin} />
      <Text fz="xs" c="dimmed">
        {t('why')}
      </Text>
    </div>
  );
}

function Close({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslations('common');
  return <CloseButton size="sm" aria-label={t('close')} onClick={onClick} />;
}

function useRules(table: TableAddress) {
  const [rules, setRules] = useState<RulesOfTable | null>(null);
  const [error, setError] = useState<Error>();
  const asked = useRef(table);
  asked.current = table;
  const read = useCallback(async () => {
    setError(undefined);
    try {
      setRules(await readRules(asked.current));
    } catch (failure) {
      setError(failure as Error);
    }
  }, []);
  useEffect(() => void read(), [read]);
  return { rules, error, read, show: setRules };
}
