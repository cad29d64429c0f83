import { Button, Checkbox, Collapse, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { RowConflict, Side, TableMerge } from '../../lib/rowCopies.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './MergeDialog.module.css';
import { KINDS, type Kind, type RowMergeState, type TableChoice } from './useRowMerge.ts';

interface RowMergeProps {
  readonly merge: RowMergeState;
  readonly app: string;
}

/** The rows that a merge takes along, by table. */
export function RowMerge({ merge: { tables, error, choiceOf, choose, reload }, app }: RowMergeProps) {
  const t = useTranslations();
  if (error !== null)
    return (
      <Stack gap="xs" align="flex-start">
        <FormError message={error} />
        <Button size="compact-sm" variant="default" onClick={reload}>
          {t('common.tryAgain')}
        </Button>
      </Stack>
    );
  if (tables === null) return <Skeleton h={60} role="status" aria-label={t('branches.rowsLoading')} />;
  if (tables.length === 0) return null;
  return (
    <section aria-label={t('branches.rows')}>
      <h3 className={classes.heading}>{t('branches.rows')}</h3>
      <Text fz="sm" c="dimmed">
        {t('branches.rowsNote', { app })}
      </Text>
      <ul className={classes.list}>
        {tables.map((table) => (
          <li key={table.name}>
            <TableRows table={table} choice={choiceOf(table)} onChoose={(choice) => choose(table.name, choice)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TableRowsProps {
  readonly table: TableMerge;
  readonly choice: TableChoice;
  readonly onChoose: (choice: TableChoice) => void;
}

function TableRows({ table, choice, onChoose }: TableRowsProps) {
  const t = useTranslations('branches');
  const { name, isNew, isPartial } = table;
  const kinds = KINDS.filter((kind) => table[kind] > 0);
  return (
    <div className={classes.table}>
      <div className={classes.line}>
        <span className={classes.name}>{name}</span>
        {isNew ? <span className={classes.note}>{t('newTable')}</span> : null}
      </div>
      <Checkbox.Group
        aria-label={t('rowsOf', { table: name })}
        value={[...choice.kinds]}
        onChange={(value) => onChoose({ ...choice, kinds: new Set(value as Kind[]) })}
      >
        <Group gap="md">
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              classNames={{ body: classes.kind, label: classes.kindLabel }}
              value={kind}
              label={t(`rowKinds.${kind}`, { count: table[kind] })}
            />
          ))}
        </Group>
      </Checkbox.Group>
      {isPartial ? <p className={classes.note}>{t('partial')}</p> : null}
      {table.conflicts === 0 ? null : <RowConflicts table={table} choice={choice} onChoose={onChoose} />}
    </div>
  );
}

function RowConflicts({ table, choice, onChoose }: TableRowsProps) {
  const t = useTranslations('branches');
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const { name, conflicts, rows } = table;
  return (
    <>
      <div className={classes.line}>
        <Text fz="sm">{t('rowConflicts', { count: conflicts })}</Text>
        <Sides
          label={t('conflictsOf', { table: name })}
          side={choice.conflicts}
          onChoose={(side) => onChoose({ ...choice, conflicts: side, rows: new Map() })}
        />
      </div>
      <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} aria-controls={id} onClick={toggle} className={classes.more}>
        {t(isOpen ? 'hideRows' : 'showRows')}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <ul className={classes.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <ConflictRow
                row={row}
                side={choice.rows.get(row.id) ?? choice.conflicts}
                onChoose={(side) => onChoose({ ...choice, rows: new Map(choice.rows).set(row.id, side) })}
              />
            </li>
          ))}
        </ul>
        {rows.length < conflicts ? <p className={classes.note}>{t('moreRows', { count: conflicts - rows.length })}</p> : null}
      </Collapse>
    </>
  );
}

interface ConflictRowProps {
  readonly row: RowConflict;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

function ConflictRow({ row, side, onChoose }: ConflictRowProps) {
  const t = useTranslations('branches');
  const { app, idea } = row;
  const names = row.fields.length > 0 ? row.fields : Object.keys(app ?? idea ?? {});
  const title = shown(Object.values(app ?? idea ?? {}).find((value) => typeof value === 'string' && value !== '')) || row.id;
  const cell = (fields: RowConflict['app'], name: string) => (fields === null ? t('deletedRow') : shown(fields[name]));
  return (
    <div className={classes.row}>
      <div className={classes.line}>
        <span className={classes.name}>{title}</span>
        <Sides label={title} side={side} onChoose={onChoose} />
      </div>
      <table className={classes.fields}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('sides.app')}</th>
            <th scope="col">{t('sides.idea')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{cell(app, name)}</td>
              <td>{cell(idea, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SidesProps {
  readonly label: string;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

function Sides({ label, side, onChoose }: SidesProps) {
  const t = useTranslations('branches');
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={side}
      onChange={(value) => onChoose(value as Side)}
      data={[
        { value: 'target', label: t('keepApp') },
        { value: 'source', label: t('keepIdea') },
      ]}
    />
  );
}

const MAX_SHOWN = 200;

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
