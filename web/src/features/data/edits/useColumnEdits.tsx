import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../../lib/notify.ts';
import { useRefetchApp, useShownVersion, useTurn } from '../../../lib/workspace/hooks.ts';
import type { Column } from '../columns.ts';
import type { ColumnActions } from '../grid/HeaderCell.tsx';
import type { TableAddress } from '../rows/api.ts';
import { ColumnDialog, type ColumnRequest } from './ColumnDialog.tsx';
import { ColumnNotice } from './ColumnNotice.tsx';
import { type ColumnEdit, editColumn, type SavedEdit, undoEdit } from './columns-api.ts';
import { useConversion } from './useConversion.ts';

interface EditOptions {
  readonly address: TableAddress;
  /** In the order of the schema. */
  readonly columns: readonly Column[];
  /** Called when a column has another field's name. */
  readonly onRenamed: (from: string, to: string) => void;
  /** Called when the rows were converted. */
  readonly onConverted: () => void;
}

/** Changes of the table's columns: their dialogs, and a notice with progress, report and undo. */
export function useColumnEdits({ address, columns, onRenamed, onConverted }: EditOptions) {
  const t = useTranslations('edits');
  const { isBusy } = useTurn();
  const { mayChange } = useShownVersion();
  const refetch = useRefetchApp();
  const [request, setRequest] = useState<ColumnRequest | null>(null);
  const [saved, setSaved] = useState<SavedEdit | null>(null);
  const conversion = useConversion(address, saved?.versionId ?? null, onConverted);

  /** An edit during a turn would be lost with the version that the assistant is writing. */
  const begin = (next: ColumnRequest) => {
    if (isBusy) return notifyError(t('busy'));
    if (mayChange()) setRequest(next);
  };
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  const actions = useMemo<Pick<ColumnActions, 'insert' | 'append' | 'rename' | 'remove' | 'retype'>>(
    () => ({
      insert: (column, side) => latest.current({ kind: 'add', column, side }),
      append: () => latest.current({ kind: 'add', column: null, side: 'right' }),
      rename: (column) => latest.current({ kind: 'rename', column }),
      retype: (column, type) => latest.current({ kind: 'retype', column, type }),
      remove: (column) => latest.current({ kind: 'delete', column }),
    }),
    [],
  );
  /** Field that a new column is placed before; undefined for the last place. */
  const beforeOf = (asked: ColumnRequest): string | undefined => {
    if (asked.kind !== 'add' || asked.column === null) return undefined;
    const { id } = asked.column;
    return asked.side === 'left' ? id : columns[columns.findIndex((column) => column.id === id) + 1]?.id;
  };
  const save = async (edit: ColumnEdit) => {
    const before = request === null ? undefined : beforeOf(request);
    const sent = edit.action === 'add' && before !== undefined ? { ...edit, before } : edit;
    const { versionId, name, mentions } = await editColumn(address, sent);
    if (edit.action === 'rename' && name !== edit.name) onRenamed(edit.name, name);
    await refetch();
    setRequest(null);
    const column = edit.action === 'rename' ? edit.to : (request?.column?.label ?? edit.name);
    setSaved({ action: edit.action, column: edit.action === 'add' ? edit.name : column, versionId, mentions });
  };
  const undo = async () => {
    if (saved === null) return;
    try {
      const { versionId } = await undoEdit(address, saved.versionId);
      await refetch();
      setSaved({ ...saved, action: 'undo', versionId, mentions: [] });
    } catch (error) {
      notifyError(error instanceof Error ? error.message : t('undoFailed'));
    }
  };
  const dialog = <ColumnDialog key={keyOf(request)} table={address} request={request} onSave={save} onClose={() => setRequest(null)} />;
  const notice =
    saved === null ? null : <ColumnNotice edit={saved} conversion={conversion} onUndo={() => void undo()} onClose={() => setSaved(null)} />;
  return { actions, dialog, notice };
}

const keyOf = (request: ColumnRequest | null): string => (request === null ? '' : `${request.kind} ${request.column?.id ?? ''}`);
