import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ImportTablesDocument } from '../../../gen/rowImport.ts';
import type { RowSet } from '../rows/api.ts';
import type { CheckedFile, OpenedFile } from './file.worker.ts';
import { FileReaderWorker } from './file-reader.ts';
import { KEPT_PROPERTIES, keptMappings } from './kept.ts';
import type { ColumnChoice, Offer } from './MapStep.tsx';
import type { Correction } from './ProblemList.tsx';
import { FileProblem } from './records.ts';
import { type ColumnMapping, fieldName, guessProperty, mapByName, type TableSchema, tableName } from './schema.ts';
import { suggestMapping } from './send.ts';
import { useImport } from './useImport.ts';
import { useKeeping } from './useKeeping.ts';

export interface WizardOptions {
  readonly appId: string;
  /** Null: the file becomes a new table. */
  readonly entity: string | null;
  readonly rows: RowSet;
  /** Called with the table when an import has ended; null: a new one was removed again. */
  readonly onDone: (entity: string | null) => void;
}

export type Step = 'upload' | 'map' | 'import';

const FILE_TEXTS = {
  empty: 'import.fileEmpty',
  noRows: 'import.fileNoRows',
  unreadable: 'import.fileUnreadable',
  unreadableExcel: 'import.fileUnreadableExcel',
  tooLarge: 'import.fileTooLarge',
} as const;
const NO_FIELDS: TableSchema = { type: 'object', properties: {} };

/** The state of the wizard: the file, the choice for each column, corrections, and the import. */
export function useWizard({ appId, entity, rows, onDone }: WizardOptions) {
  const t = useTranslations();
  const tables = useQuery(ImportTablesDocument, { variables: { appId }, fetchPolicy: 'network-only' });
  const version = tables.data?.app.currentVersion ?? null;
  const schema = (version?.tables.find(({ name }) => name === entity)?.schema ?? NO_FIELDS) as TableSchema;
  const names = version?.tables.map(({ name }) => name) ?? [];
  const reader = useRef<FileReaderWorker | null>(null);
  const source = useRef<File | null>(null);
  const [step, setStep] = useState<Step>('upload');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [file, setFile] = useState<OpenedFile | null>(null);
  const [choices, setChoices] = useState<readonly ColumnChoice[] | null>(null);
  const [isMappedByName, setIsMappedByName] = useState(false);
  const [chosenKey, setKey] = useState<string | null>(null);
  const [corrections, setCorrections] = useState<Readonly<Record<number, Correction>>>({});
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [newName, setNewName] = useState('');
  const { run, small, large } = useImport({ onUndone: () => onDone(target) });
  useEffect(() => () => reader.current?.close(), []);

  const offers = file === null ? [] : offersOf(file, schema);
  const target = entity ?? newName;
  const { kept, existing, keeping } = useKeeping(schema, file);
  const fields = (choices ?? []).map((choice, index) => (kept.has(index) ? { field: null, isNew: false } : choice));
  const mappedBy = (corrected: typeof corrections) => ({
    schema: withKept(withFields(schema, fields, offers)),
    columns: [...keptMappings(kept).map((column) => ({ ...column, ...corrected[column.index] })), ...columnsOf(fields, corrected)],
  });
  const mapped = mappedBy(corrections);

  // A new table has no rows, and its columns no fields.
  const keys = kept.size > 0 ? [] : keysOf(schema, fields);
  const key = keys.find((name) => name === chosenKey) ?? null;

  const onFile = async (chosen: File | null) => {
    setError(null);
    if (chosen === null) return setError(t('import.fileMissing'));
    if (!/\.(csv|xlsx)$/i.test(chosen.name)) return setError(t('import.fileKind'));
    setIsBusy(true);
    try {
      reader.current ??= new FileReaderWorker();
      const opened = await reader.current.open(chosen);
      const headers = labelsOf(opened.headers, (number) => t('import.columnNumber', { number: String(number) }));
      source.current = chosen;
      setFile({ ...opened, headers });
      setCorrections({});
      setChecked(null);
      setChoices(null);
      setIsMappedByName(false);
      setStep('map');
      if (entity === null) setNewName(tableName(chosen.name, names));
      setChoices(await mapping({ ...opened, headers }));
    } catch (problem) {
      setError(t(problem instanceof FileProblem ? FILE_TEXTS[problem.key] : 'import.fileUnreadable'));
    } finally {
      setIsBusy(false);
    }
  };

  /** By the language model; by the names of the fields when it has no answer. */
  const mapping = async (opened: OpenedFile): Promise<ColumnChoice[]> => {
    if (entity === null) return offersOf(opened, NO_FIELDS).map(({ name }) => ({ field: name, isNew: true }));
    const byName = () => mapByName(schema, opened.headers).map((field) => ({ field, isNew: false }));
    try {
      const { headers, sample } = opened;
      const found = await suggestMapping({ headers, previewData: sample.slice(0, 5), schema, entityName: entity });
      const fields = new Map(found.map(({ csvHeader, schemaField }) => [csvHeader, schemaField]));
      return headers.map((header, index) => ({
        field: headers.indexOf(header) === index ? (fields.get(header) ?? null) : null,
        isNew: false,
      }));
    } catch {
      setIsMappedByName(true);
      return byName();
    }
  };

  const check = async (next: typeof mapped) => {
    setIsBusy(true);
    setChecked((await reader.current?.check(next)) ?? null);
    setIsBusy(false);
  };

  const onCheck = async () => {
    setError(null);
    if (mapped.columns.length === kept.size) return setError(t('import.noColumns'));
    await check(mapped);
    setStep('import');
  };

  const onCorrect = (index: number, { replace, ...format }: Correction) => {
    const before = corrections[index] ?? {};
    const after = { ...corrections, [index]: { ...before, ...format, replace: { ...before.replace, ...replace } } };
    setCorrections(after);
    void check(mappedBy(after));
  };

  const onImport = async () => {
    if (file === null || source.current === null || reader.current === null) return;
    setError(null);
    setIsBusy(true);
    const table = { appId, entity: target, rows };
    const made = madeFields(fields, offers);
    // The job alone makes columns, which it takes back when no row came, and keeps ids and dates.
    if (file.isLarge || kept.size > 0 || made !== null)
      await large(table, { file: source.current, total: file.total, columns: mapped.columns, key, existing, fields: made });
    else await small(table, { headers: file.headers, rows: await reader.current.rows(mapped), key });
    const { data } = made === null ? { data: undefined } : await tables.refetch().catch(() => ({ data: undefined }));
    const names = data?.app.currentVersion?.tables.map(({ name }) => name);
    setIsBusy(false);
    onDone(entity === null && names?.includes(target) === false ? null : target);
  };

  const nameError = entity === null && names.includes(newName) ? t('import.tableNameTaken') : null;
  return {
    ...{
      step,
      setStep,
      isLoading: tables.data === undefined && tables.error === undefined,
      isBusy,
      error,
      file,
      schema,
      choices,
      isMappedByName,
      offers,
      checked,
      run,
    },
    ...{ onFile, onCheck, onCorrect, onImport },
    onChoose: (index: number, choice: ColumnChoice) => setChoices((choices ?? []).with(index, choice)),
    updating: { keys, key, setKey },
    ...{ kept, keeping },
    newTable: entity === null ? { name: newName, error: nameError, setName: setNewName } : null,
    canCheck: choices !== null && nameError === null && target !== '',
  };
}

/** A different label for each column: headers may be empty or repeat. */
function labelsOf(headers: readonly string[], unnamed: (number: number) => string): string[] {
  const labels: string[] = [];
  for (const [index, header] of headers.entries()) {
    const base = header || unnamed(index + 1);
    let label = base;
    for (let n = 2; labels.includes(label); n++) label = `${base} (${n})`;
    labels.push(label);
  }
  return labels;
}

/** A new field for each column, by its header and its first cells. */
function offersOf({ headers, sample }: OpenedFile, schema: TableSchema): Offer[] {
  const taken = Object.keys(schema.properties);
  return headers.map((header, index) => {
    const name = fieldName(header, taken, `column_${index + 1}`);
    taken.push(name);
    return {
      name,
      property: guessProperty(
        sample.map((cells) => cells[index] ?? ''),
        header,
      ),
    };
  });
}

/** The fields by which rows can be found again. */
function keysOf(schema: TableSchema, choices: readonly ColumnChoice[]): string[] {
  return choices.flatMap(({ field, isNew }) => {
    const type = field === null || isNew ? undefined : schema.properties[field]?.type;
    return field !== null && (type === 'string' || type === 'number' || type === 'integer') ? [field] : [];
  });
}

/** The columns that the import makes, by field; null without new ones. */
function madeFields(choices: readonly ColumnChoice[], offers: readonly Offer[]): TableSchema['properties'] | null {
  const { properties } = withFields(NO_FIELDS, choices, offers);
  return Object.keys(properties).length === 0 ? null : properties;
}

function withFields(schema: TableSchema, choices: readonly ColumnChoice[], offers: readonly Offer[]): TableSchema {
  const added = offers.flatMap(({ name, property }, index) => (choices[index]?.isNew ? [[name, property] as const] : []));
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(added) } };
}

/** Times are those of the builder's clock, as in the table. */
function columnsOf(choices: readonly ColumnChoice[], corrections: Readonly<Record<number, Correction>>): ColumnMapping[] {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return choices.flatMap(({ field, splitCharacter }, index) =>
    field === null ? [] : [{ index, field, timeZone, ...(splitCharacter === undefined ? {} : { splitCharacter }), ...corrections[index] }],
  );
}

/** For the check of cells: rows keep more than their fields. */
function withKept(schema: TableSchema): TableSchema {
  return { ...schema, properties: { ...schema.properties, ...KEPT_PROPERTIES } };
}
