import { useState } from 'react';
import type { BaseRow, Entity, RowFields } from '../../sdk/entity.ts';
import { failureText } from './notices.ts';
import { type Field, isEmpty, readValue } from './schema.ts';
import { faultOf, faultsOf } from './validate.ts';

export interface RowFormOptions<R extends BaseRow> {
  readonly row?: R | undefined;
  readonly fields: readonly Field[];
  readonly defaults?: RowFields | undefined;
  readonly onSaved?: ((row: R) => void) | undefined;
}

/**
 * The state of a form for one row. Hand-written, because a sign-up form is part of the first load of a public page, where a form library
 * would be larger than the rest of the page.
 */
export function useRowForm<R extends BaseRow>(entity: Entity<R>, { row, fields, defaults = {}, onSaved }: RowFormOptions<R>) {
  const [values, setValues] = useState(() => initialValues(fields, row, defaults));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [added, setAdded] = useState<R | null>(null);

  const change = (name: string, value: unknown) => {
    setValues((before) => ({ ...before, [name]: value }));
    setAdded(null);
    const field = fields.find((one) => one.name === name);
    // Validates again while errors are shown, so that they disappear once corrected.
    if (field && faults[name] !== undefined) setFaults(({ [name]: _, ...others }) => withFault(others, name, faultOf(field, value)));
  };

  /** Resolves with whether the row was saved. */
  const submit = async (): Promise<boolean> => {
    if (isSaving) return false;
    const found = faultsOf(fields, values);
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return false;
    setSaving(true);
    try {
      const saved =
        row === undefined ? await entity.create(newRow(values, defaults)) : await entity.update(row.id, changedFields(fields, row, values));
      if (row === undefined) {
        setValues(initialValues(fields, undefined, defaults));
        setAdded(saved);
      }
      onSaved?.(saved);
      return true;
    } catch (error) {
      setFailure(failureText(error));
      return false;
    } finally {
      setSaving(false);
    }
  };

  return { values, faults, failure, isSaving, added, change, submit };
}

function withFault(faults: Readonly<Record<string, string>>, name: string, fault: string | undefined): Readonly<Record<string, string>> {
  return fault === undefined ? faults : { ...faults, [name]: fault };
}

function initialValues(fields: readonly Field[], row: BaseRow | undefined, defaults: RowFields): RowFields {
  return Object.fromEntries(
    fields.map(({ name, kind, property }) => {
      const value = row === undefined ? (defaults[name] ?? property.default) : readValue(row, name);
      return [name, value ?? (kind === 'boolean' ? false : undefined)];
    }),
  );
}

function newRow(values: RowFields, defaults: RowFields): RowFields {
  return Object.fromEntries(Object.entries({ ...defaults, ...values }).filter(([, value]) => !isEmpty(value)));
}

/** The changed fields; a cleared field is null. */
function changedFields(fields: readonly Field[], row: BaseRow, values: RowFields): RowFields {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const [before, after] = [readValue(row, name), values[name]];
      if (before === after || (isEmpty(before) && isEmpty(after))) return [];
      return [[name, isEmpty(after) ? null : after]];
    }),
  );
}
