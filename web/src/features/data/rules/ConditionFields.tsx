import { ActionIcon, Autocomplete, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { PropertySchema, TableSchema } from '../columns.ts';
import type { Schemas } from '../references/titles.ts';
import { type Compared, type Condition, type FormValue, TESTS, type Test } from './form.ts';
import classes from './Rules.module.css';
import type { Operation } from './rule.ts';
import { useRoles } from './useRoles.ts';

const KINDS = ['everyone', 'signedIn', 'own', 'roles', 'rows', 'people', 'never'] as const;
type Kind = (typeof KINDS)[number];

interface ConditionFieldsProps {
  readonly condition: Condition;
  /** From 1. */
  readonly number: number;
  readonly operation: Operation;
  readonly schema: TableSchema;
  readonly schemas: Schemas;
  readonly onChange: (condition: Condition) => void;
  /** Null for the last one. */
  readonly onRemove: (() => void) | null;
}

/** Chooses who: by log-in, as the maker of the row, by role, or by a field of the row or of the person. */
export function ConditionFields({ condition, number, operation, schema, schemas, onChange, onRemove }: ConditionFieldsProps) {
  const t = useTranslations('rules');
  const [first = ''] = Object.keys(schema.properties ?? {});
  const kinds = KINDS.filter((kind) => !(kind === 'everyone' && operation !== 'read') && !(kind === 'own' && operation === 'create'));
  const choose = (kind: Kind) => {
    if (kind === 'roles') return onChange({ kind, roles: [] });
    if (kind === 'rows') return onChange({ kind, field: `data.${first}`, test: 'is', against: { values: [] } });
    if (kind === 'people') return onChange({ kind, field: '', test: 'is', against: { values: [] } });
    onChange({ kind });
  };
  return (
    <div className={classes.condition}>
      <NativeSelect
        size="xs"
        aria-label={t('who', { number: String(number) })}
        data-autofocus={number === 1 || undefined}
        value={condition.kind}
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(event) => choose(event.currentTarget.value as Kind)}
      />
      {condition.kind === 'roles' ? <Roles roles={condition.roles} onChange={(roles) => onChange({ kind: 'roles', roles })} /> : null}
      {condition.kind === 'rows' || condition.kind === 'people' ? (
        <Comparison {...{ condition, schema, schemas }} onChange={(next) => onChange({ ...next, kind: condition.kind })} />
      ) : null}
      {onRemove === null ? null : (
        <ActionIcon size={30} variant="subtle" color="gray" aria-label={t('remove', { number: String(number) })} onClick={onRemove}>
          <X size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

function Roles({ roles, onChange }: { readonly roles: readonly string[]; readonly onChange: (roles: string[]) => void }) {
  const t = useTranslations('rules');
  const known = useRoles();
  return (
    <TagsInput
      className={classes.wide}
      size="xs"
      aria-label={t('roleNames')}
      placeholder={roles.length === 0 ? t('roleNames') : ''}
      comboboxProps={{ withinPortal: false }}
      acceptValueOnBlur
      maxTags={20}
      value={[...roles]}
      data={known}
      onChange={onChange}
    />
  );
}

interface ComparisonProps {
  readonly condition: Extract<Condition, { readonly kind: 'rows' | 'people' }>;
  readonly schema: TableSchema;
  readonly schemas: Schemas;
  readonly onChange: (compared: Compared) => void;
}

function Comparison({ condition, schema, schemas, onChange }: ComparisonProps) {
  const t = useTranslations('rules');
  const { kind, field, test, against } = condition;
  const isOfPerson = 'person' in against;
  const isPlain = test === 'isEmpty' || test === 'isNotEmpty';
  const property = kind === 'rows' ? schema.properties?.[field.replace(/^data\./, '')] : undefined;
  const tests = TESTS.filter((one) => kind === 'rows' || (one !== 'isEmpty' && one !== 'isNotEmpty'));
  return (
    <>
      {kind === 'rows' ? (
        <RowField
          {...{ field, schema }}
          onChange={(next) => onChange({ field: next, test, against: isOfPerson ? against : { values: [] } })}
        />
      ) : (
        <PersonField
          {...{ schemas }}
          label={t('personField')}
          value={field}
          onChange={(next) => onChange({ field: next, test, against })}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={t('test')}
        value={test}
        data={tests.map((value) => ({ value, label: t(`testNames.${value}`) }))}
        onChange={(event) => onChange(testedBy(condition, event.currentTarget.value as Test))}
      />
      {isPlain ? null : (
        <NativeSelect
          size="xs"
          aria-label={t('against')}
          value={isOfPerson ? 'person' : 'value'}
          data={[
            { value: 'value', label: t('aValue') },
            { value: 'person', label: t('ofPerson') },
          ]}
          onChange={(event) => onChange({ field, test, against: event.currentTarget.value === 'person' ? { person: '' } : { values: [] } })}
        />
      )}
      {isPlain ? null : isOfPerson ? (
        <PersonField
          {...{ schemas }}
          label={t('personField')}
          value={against.person}
          onChange={(person) => onChange({ field, test, against: { person } })}
        />
      ) : (
        <Values {...{ property, test }} values={against.values} onChange={(values) => onChange({ field, test, against: { values } })} />
      )}
    </>
  );
}

function testedBy({ field, against }: Compared, test: Test): Compared {
  if (test === 'isEmpty' || test === 'isNotEmpty') return { field, test, against: { values: [] } };
  const isOne = (test === 'is' || test === 'isNot') && 'values' in against;
  return { field, test, against: isOne ? { values: against.values.slice(0, 1) } : against };
}

interface RowFieldProps {
  readonly field: string;
  readonly schema: TableSchema;
  readonly onChange: (field: string) => void;
}

function RowField({ field, schema, onChange }: RowFieldProps) {
  const t = useTranslations('rules');
  const names = Object.keys(schema.properties ?? {}).map((name) => ({ value: `data.${name}`, label: name }));
  const all = names.some(({ value }) => value === field) ? names : [{ value: field, label: field.replace(/^data\./, '') }, ...names];
  return (
    <NativeSelect size="xs" aria-label={t('field')} value={field} data={all} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

interface PersonFieldProps {
  readonly label: string;
  readonly value: string;
  readonly schemas: Schemas;
  readonly onChange: (field: string) => void;
}

/** A field that admins keep about people; those of the table of people are offered. */
function PersonField({ label, value, schemas, onChange }: PersonFieldProps) {
  const t = useTranslations('rules');
  const known = Object.keys(schemas.get('User')?.properties ?? {});
  return (
    <Autocomplete
      className={classes.wide}
      size="xs"
      aria-label={label}
      placeholder={label}
      title={t('personFieldWhy')}
      comboboxProps={{ withinPortal: false }}
      data={[...new Set([...known, 'role', 'email', 'id'])]}
      value={value}
      onChange={(next) => onChange(next.trim())}
    />
  );
}

interface ValuesProps {
  readonly property: PropertySchema | undefined;
  readonly test: Test;
  readonly values: readonly FormValue[];
  readonly onChange: (values: readonly FormValue[]) => void;
}

function Values({ property, test, values, onChange }: ValuesProps) {
  const t = useTranslations('rules');
  const toValue = (text: string): FormValue => values.find((value) => String(value) === text) ?? typed(text, property);
  const isList = test === 'isOneOf' || test === 'isNoneOf';
  const options = property?.enum ?? property?.items?.enum;
  if (isList)
    return (
      <TagsInput
        className={classes.wide}
        size="xs"
        aria-label={t('valuesToAdd')}
        placeholder={values.length === 0 ? t('valuesToAdd') : ''}
        comboboxProps={{ withinPortal: false }}
        acceptValueOnBlur
        maxTags={100}
        data={options?.map(String) ?? []}
        value={values.map(String)}
        onChange={(next) => onChange(next.map(toValue))}
      />
    );
  const [value] = values;
  const choices = property?.type === 'boolean' ? [true, false] : options;
  if (choices !== undefined)
    return (
      <NativeSelect
        size="xs"
        aria-label={t('value')}
        value={value === undefined ? '' : String(value)}
        data={[
          { value: '', label: '…', disabled: true },
          ...choices.map((choice) => ({
            value: String(choice),
            label: typeof choice === 'boolean' ? t(`values.${choice ? 'yes' : 'no'}`) : String(choice),
          })),
        ]}
        onChange={(event) =>
          onChange([choices.find((choice) => String(choice) === event.currentTarget.value) ?? event.currentTarget.value])
        }
      />
    );
  return (
    <TextInput
      className={classes.wide}
      size="xs"
      aria-label={t('value')}
      placeholder={t('value')}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? [] : [typed(currentTarget.value, property)])}
    />
  );
}

/** A text as a value of the column. */
function typed(text: string, property: PropertySchema | undefined): FormValue {
  const type = property?.type === 'array' ? property.items?.type : property?.type;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = (type === 'number' || type === 'integer') && text.trim() !== '' && String(Number(text)) === text.trim();
  return isNumber ? Number(text) : text;
}
