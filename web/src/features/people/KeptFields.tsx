import { useMutation } from '@apollo/client/react';
import { Button, Checkbox, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChangePersonInAppDocument, PersonInAppDocument, type PersonKeptFragment } from '../../gen/people.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './PeoplePanel.module.css';
import type { PersonOfApp } from './PersonRemoval.tsx';

type Field = PersonKeptFragment['fields'][number];
/** Values as they are entered; JSON is a text until it is saved. */
type Entered = Readonly<Record<string, unknown>>;

const isText = ({ type, value }: Field): boolean => type === 'string' || (type === null && (typeof value === 'string' || value === null));
const isNumber = ({ type, value }: Field): boolean =>
  type === 'number' || type === 'integer' || (type === null && typeof value === 'number');
const isFlag = ({ type, value }: Field): boolean => type === 'boolean' || (type === null && typeof value === 'boolean');
const isJson = (field: Field): boolean => !isText(field) && !isNumber(field) && !isFlag(field);
const shownJson = (value: unknown): string => (value === null ? '' : JSON.stringify(value, null, 2));

/** Null for a text that is no JSON. */
function parsed(text: unknown): { readonly value: unknown } | null {
  if (typeof text !== 'string' || text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** What the app keeps about a person: its columns of the table `User`, and other values. */
export function KeptFields({ appId, id, app, fields }: PersonOfApp & { readonly fields: readonly Field[] }) {
  const t = useTranslations();
  const [entered, setEntered] = useState<Entered>({});
  const [added, setAdded] = useState<{ readonly name: string; readonly value: string } | null>(null);
  const [change, { loading, error, reset }] = useMutation(ChangePersonInAppDocument, {
    refetchQueries: [PersonInAppDocument],
    awaitRefetchQueries: true,
  });
  const enter = (name: string, value: unknown) => {
    reset();
    setEntered((current) => ({ ...current, [name]: value }));
  };
  const invalid = fields.filter((field) => isJson(field) && Object.hasOwn(entered, field.name) && parsed(entered[field.name]) === null);
  const isChanged = Object.keys(entered).length > 0 || (added !== null && added.name.trim() !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const values = fields.flatMap((field) =>
      Object.hasOwn(entered, field.name)
        ? [[field.name, isJson(field) ? parsed(entered[field.name])?.value : entered[field.name]] as const]
        : [],
    );
    const more = added === null || added.name.trim() === '' ? [] : [[added.name.trim(), added.value] as const];
    const done = await change({ variables: { appId, id, fields: Object.fromEntries([...values, ...more]) } }).catch(() => null);
    if (done?.data == null) return;
    setEntered({});
    setAdded(null);
    notifyDone(t('people.person.saved'));
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Text component="h3" fz="sm" fw={600} m={0}>
        {t('people.person.kept', { app })}
      </Text>
      {fields.length === 0 && added === null ? (
        <Text fz="sm" c="dimmed" mt={4}>
          {t('people.person.keptNothing')}
        </Text>
      ) : null}
      <div className={classes.kept}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={Object.hasOwn(entered, field.name) ? entered[field.name] : isJson(field) ? shownJson(field.value) : field.value}
            error={invalid.includes(field) ? t('people.person.invalidJson') : null}
            onChange={(value) => enter(field.name, value)}
          />
        ))}
        {added === null ? null : (
          <div className={classes.fields}>
            <TextInput
              size="xs"
              label={t('people.person.addName')}
              description={t('people.person.addWhy')}
              maxLength={100}
              data-autofocus
              value={added.name}
              onChange={(event) => {
                reset();
                setAdded({ ...added, name: event.currentTarget.value });
              }}
              className={classes.wide}
            />
            <TextInput
              size="xs"
              label={added.name.trim() === '' ? t('people.person.add') : added.name}
              value={added.value}
              onChange={(event) => setAdded({ ...added, value: event.currentTarget.value })}
              className={classes.wide}
            />
          </div>
        )}
        <FormError message={error === undefined ? null : sentence(error)} />
        <div className={classes.tables}>
          {added === null ? (
            <Button variant="subtle" size="xs" onClick={() => setAdded({ name: '', value: '' })}>
              {t('people.person.add')}
            </Button>
          ) : null}
          <Button type="submit" size="xs" loading={loading} disabled={!isChanged || invalid.length > 0}>
            {t('people.person.save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

interface FieldInputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly error: string | null;
  readonly onChange: (value: unknown) => void;
}

function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  const label = field.name;
  if (isFlag(field)) return <Checkbox label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  if (isNumber(field))
    return (
      <NumberInput
        size="xs"
        hideControls
        label={label}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      />
    );
  if (isJson(field))
    return (
      <Textarea
        size="xs"
        label={label}
        autosize
        maxRows={8}
        value={String(value ?? '')}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      size="xs"
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  );
}
