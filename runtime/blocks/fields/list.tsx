import type { ReactNode } from 'react';
import { cn } from '../../kit/cn.ts';
import { type BaseRow, type Entity, type FieldName, isEmpty, readValue, selectFields } from '../data.ts';
import { FieldValue } from './value.tsx';

interface FieldListProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  readonly row: R;
  readonly fields?: readonly FieldName<R>[] | undefined;
  readonly renderField?: Readonly<Partial<Record<FieldName<R>, (row: R) => ReactNode>>> | undefined;
}

/** The fields of a row with their labels; those without a value are left out. */
export function FieldList<R extends BaseRow>({ entity, row, fields, renderField }: FieldListProps<R>) {
  const shown = selectFields(entity, fields).filter(({ name }) => !isEmpty(readValue(row, name)) || renderField?.[name as FieldName<R>]);
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-6 gap-y-3 text-sm">
      {shown.map((field) => (
        <div key={field.name} className={cn('col-span-2 grid items-baseline', field.kind === 'multiline' ? 'gap-1' : 'grid-cols-subgrid')}>
          <dt className="text-muted-foreground">{field.label}</dt>
          <dd className="wrap-anywhere min-w-0 whitespace-pre-line">
            {renderField?.[field.name as FieldName<R>]?.(row) ?? (
              <FieldValue entity={entity} field={field} value={readValue(row, field.name)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
