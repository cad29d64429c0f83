import { NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type PropertySchema, SPLITTERS } from './convert.ts';
import type { OpenedFile } from './file.worker.ts';
import classes from './ImportWizard.module.css';
import { type Keeping, KeepOption } from './KeepOption.tsx';
import type { KeptField } from './kept.ts';
import { isTextList, type TableSchema } from './schema.ts';

/** Of section 9 of the specification. */
const PREVIEW_ROWS = 5;

/** The choice for one column: a field of the table, a new one, or none. */
export interface ColumnChoice {
  readonly field: string | null;
  readonly isNew: boolean;
  readonly splitCharacter?: (typeof SPLITTERS)[number];
}
/** A field that a column could become. */
export interface Offer {
  readonly name: string;
  readonly property: PropertySchema;
}

const NEW = '+';
const NOT_IMPORTED: ColumnChoice = { field: null, isNew: false };
const SPLITTER_KEYS = { '\n': 'line', ';': 'semicolon', '|': 'pipe', '\t': 'tab', ',': 'comma' } as const;

interface MapStepProps {
  readonly file: OpenedFile;
  readonly schema: TableSchema;
  readonly choices: readonly ColumnChoice[] | null;
  /** The language model had no suggestions. */
  readonly isMappedByName: boolean;
  readonly offers: readonly Offer[];
  readonly newTable: { readonly name: string; readonly error: string | null; readonly setName: (name: string) => void } | null;
  /** The fields by which rows of the table can be found, and the one that is chosen; null: all rows are added. */
  readonly updating: { readonly keys: readonly string[]; readonly key: string | null; readonly setKey: (key: string | null) => void };
  /** Null: the file has nothing that rows could keep. */
  readonly keeping: Keeping | null;
  /** The columns that have what rows keep. */
  readonly kept: ReadonlyMap<number, KeptField>;
  readonly onChoose: (index: number, choice: ColumnChoice) => void;
}

/** Shows the first rows, and chooses a field for each column. */
export function MapStep({ file, schema, choices, isMappedByName, offers, newTable, updating, keeping, kept, onChoose }: MapStepProps) {
  const t = useTranslations();
  return (
    <Stack gap={12}>
      {newTable === null ? null : (
        <TextInput
          label={t('import.tableName')}
          value={newTable.name}
          error={newTable.error}
          onChange={(event) => newTable.setName(event.currentTarget.value)}
        />
      )}
      {isMappedByName ? (
        <Text fz="sm" c="dimmed" role="status">
          {t('import.mappingFailed')}
        </Text>
      ) : null}
      {choices === null ? (
        <div role="status">
          <Text fz="sm" c="dimmed" mb={8}>
            {t('import.mapping')}
          </Text>
          <Skeleton height={160} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <section className={classes.scroll} tabIndex={0} aria-label={t('import.preview')}>
          <table className={classes.table}>
            <thead>
              <tr>
                {file.headers.map((header, index) => (
                  <th key={header} scope="col" title={header}>
                    {header}
                    {kept.has(index) ? (
                      <span className={classes.kept}>{t(`import.keptAs.${kept.get(index) ?? 'id'}`)}</span>
                    ) : (
                      <FieldSelect
                        column={header}
                        schema={schema}
                        choice={choices[index] ?? NOT_IMPORTED}
                        offer={offers[index]}
                        taken={choices.flatMap(({ field }, at) => (field !== null && at !== index ? [field] : []))}
                        onChoose={(choice) => onChoose(index, choice)}
                      />
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {file.sample.slice(0, PREVIEW_ROWS).map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
                <tr key={row}>
                  {file.headers.map((header, index) => (
                    <td key={header}>{cells[index]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {keeping === null || choices === null ? null : <KeepOption keeping={keeping} isNewTable={newTable !== null} />}
      {updating.keys.length === 0 ? null : (
        <NativeSelect
          label={t('import.existing')}
          description={updating.key === null ? undefined : t('import.existingHint', { field: updating.key })}
          value={updating.key ?? ''}
          onChange={(event) => updating.setKey(event.currentTarget.value || null)}
        >
          <option value="">{t('import.addAll')}</option>
          {updating.keys.map((name) => (
            <option key={name} value={name}>
              {t('import.updateBy', { field: name })}
            </option>
          ))}
        </NativeSelect>
      )}
    </Stack>
  );
}

interface FieldSelectProps {
  readonly column: string;
  readonly schema: TableSchema;
  readonly choice: ColumnChoice;
  readonly offer: Offer | undefined;
  readonly taken: readonly string[];
  readonly onChoose: (choice: ColumnChoice) => void;
}

function FieldSelect({ column, schema, choice, offer, taken, onChoose }: FieldSelectProps) {
  const t = useTranslations();
  const property = choice.field === null ? undefined : schema.properties[choice.field];
  const onField = (value: string) => {
    if (value === NEW) onChoose({ field: offer?.name ?? null, isNew: true });
    else onChoose({ field: value === '' ? null : value, isNew: false });
  };
  return (
    <>
      <NativeSelect
        size="xs"
        mt={4}
        miw={140}
        aria-label={`${t('import.field')}: ${column}`}
        value={choice.isNew ? NEW : (choice.field ?? '')}
        onChange={(event) => onField(event.currentTarget.value)}
      >
        <option value="">{t('import.notImported')}</option>
        {Object.keys(schema.properties).map((name) => (
          <option key={name} value={name} disabled={taken.includes(name)}>
            {name}
          </option>
        ))}
        {offer === undefined ? null : (
          <option value={NEW}>{t('import.addField', { name: offer.name, type: t(`import.type.${typeKey(offer.property)}`) })}</option>
        )}
      </NativeSelect>
      {property !== undefined && isTextList(property) ? (
        <NativeSelect
          size="xs"
          mt={4}
          label={t('import.split')}
          value={choice.splitCharacter ?? ''}
          onChange={(event) => {
            const splitCharacter = SPLITTERS.find((each) => each === event.currentTarget.value);
            onChoose({ field: choice.field, isNew: false, ...(splitCharacter === undefined ? {} : { splitCharacter }) });
          }}
        >
          <option value="">{t('import.splitAuto')}</option>
          {SPLITTERS.map((each) => (
            <option key={each} value={each}>
              {t(`import.splitter.${SPLITTER_KEYS[each]}`)}
            </option>
          ))}
        </NativeSelect>
      ) : null}
    </>
  );
}

function typeKey({ type, format }: PropertySchema): 'number' | 'boolean' | 'date' | 'text' {
  if (type === 'number' || type === 'boolean') return type;
  return format === undefined ? 'text' : 'date';
}
