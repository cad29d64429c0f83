import { CheckIcon, LockIcon } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useRef } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { login } from '../sdk/auth.ts';
import {
  type BaseRow,
  capitalize,
  type Entity,
  type FieldName,
  nounsOf,
  type RowFields,
  selectFields,
  useAccess,
  useRowForm,
} from './data.ts';
import { FieldControl } from './fields.tsx';
import { EmptyState } from './states.tsx';

export interface DataFormProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  /** The row to edit; without one the form adds rows. */
  readonly row?: R | undefined;
  /** Fields in order; default all. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  /** Initial values of a new row, also of fields that are not shown. */
  readonly defaults?: RowFields | undefined;
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly submitLabel?: string | undefined;
  /** Replaces the form after a row was added. Default: resets the form and shows a confirmation. */
  readonly thanks?: ReactNode;
  /** Number of columns from 640 px on; default 1. Long texts and lists use the full width. */
  readonly columns?: 1 | 2 | undefined;
  readonly placeholders?: Readonly<Record<string, string>> | undefined;
  readonly onSaved?: ((row: R) => void) | undefined;
  /** Adds a cancel button. */
  readonly onCancel?: (() => void) | undefined;
  /** Content at the left of the buttons. */
  readonly footer?: ReactNode;
  readonly className?: string | undefined;
}

const WIDE = ['multiline', 'items', 'choices'];

/** A form that adds or edits a row: controls from the schema, validation errors at the fields, errors of the server. */
export function DataForm<R extends BaseRow>(props: DataFormProps<R>) {
  const { entity, row, title, description, columns = 1, placeholders = {}, onCancel, footer, className } = props;
  const access = useAccess(entity);
  const fields = selectFields(entity, props.fields);
  const form = useRowForm(entity, { row, fields, defaults: props.defaults, onSaved: props.onSaved });
  const element = useRef<HTMLFormElement>(null);
  const { one } = nounsOf(entity);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const isSaved = await form.submit();
    if (!isSaved) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  if (row === undefined ? !access.canAdd : !access.canChange(row)) return <FormNoAccess one={one} isVisitor={access.isVisitor} />;
  if (form.added !== null && props.thanks !== undefined) return <div role="status">{props.thanks}</div>;
  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} className={cn('grid gap-4', className)}>
      <FormHeading title={title} description={description} />
      <div className={cn('grid gap-4', columns === 2 && 'sm:grid-cols-2')}>
        {fields.map((field) => (
          <FieldControl
            key={field.name}
            entity={entity}
            field={field}
            value={form.values[field.name]}
            onChange={(value) => form.change(field.name, value)}
            error={form.faults[field.name]}
            placeholder={placeholders[field.name]}
            className={columns === 2 && WIDE.includes(field.kind) ? 'sm:col-span-2' : ''}
          />
        ))}
      </div>
      {form.failure === null ? null : (
        <p role="alert" className="rounded-md bg-destructive/10 px-3 py-2 text-destructive text-sm">
          {form.failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {footer}
        <span role="status" className="flex items-center gap-1.5 text-muted-foreground text-sm">
          {form.added === null ? null : (
            <>
              <CheckIcon className="size-4 text-primary" aria-hidden /> {capitalize(one)} added
            </>
          )}
        </span>
        <div className="ml-auto flex gap-2">
          {onCancel ? (
            <Button type="button" variant="outline" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
          <Button type="submit" disabled={form.isSaving}>
            {props.submitLabel ?? (row === undefined ? `Add ${one}` : 'Save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

function FormHeading({ title, description }: Pick<DataFormProps<BaseRow>, 'title' | 'description'>) {
  if (!title && !description) return null;
  return (
    <div className="grid gap-1">
      {title ? <h2 className="font-semibold text-lg tracking-tight">{title}</h2> : null}
      {description ? <p className="text-muted-foreground text-sm">{description}</p> : null}
    </div>
  );
}

function FormNoAccess({ one, isVisitor }: { one: string; isVisitor: boolean }) {
  if (!isVisitor)
    return <EmptyState icon={LockIcon} title={`You cannot change this ${one}`} description="Ask the owner of this app for access." />;
  return (
    <EmptyState
      icon={LockIcon}
      title={`Log in to add a ${one}`}
      description="That takes an account."
      action={<Button onClick={() => login()}>Log in</Button>}
    />
  );
}
