import { CheckIcon } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { type BaseRow, type Entity, type FieldName, fieldsOf, type RowFields, selectFields, useRowForm } from './data.ts';
import { LightFieldControl, LightFieldInput } from './fields.tsx';

export interface SignUpFormProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  /** Default: the required fields. One field is a single line. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  readonly defaults?: RowFields | undefined;
  readonly submitLabel?: string | undefined;
  /** Shown in place of the form afterwards. */
  readonly thanks?: ReactNode;
  /** Small print below. */
  readonly note?: ReactNode;
  readonly placeholders?: Readonly<Record<string, string>> | undefined;
  readonly onSaved?: ((row: R) => void) | undefined;
  readonly className?: string | undefined;
}

/** A short form for visitors of a public page: a newsletter, a waiting list, an RSVP. The table's write permission is `anonymous`. */
export function SignUpForm<R extends BaseRow>(props: SignUpFormProps<R>) {
  const { entity, submitLabel = 'Sign up', thanks = 'Thank you. You are on the list.', note, placeholders = {}, className } = props;
  const required = fieldsOf(entity).flatMap(({ isRequired, name }) => (isRequired ? name : []));
  const fields = selectFields(entity, props.fields ?? required);
  const form = useRowForm(entity, { fields, defaults: props.defaults, onSaved: props.onSaved });
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void form.submit();
  };
  if (form.added !== null) {
    return (
      <p role="status" className={cn('flex items-center gap-2 font-medium', className)}>
        <span className="grid size-6 shrink-0 place-content-center rounded-full bg-primary text-primary-foreground">
          <CheckIcon className="size-4" aria-hidden />
        </span>
        {thanks}
      </p>
    );
  }
  const [only, ...others] = fields;
  const isLine = only !== undefined && others.length === 0 && only.kind !== 'multiline';
  const fault = form.failure ?? (isLine ? form.faults[only.name] : undefined);
  return (
    <form noValidate onSubmit={submit} className={cn('grid gap-3', className)}>
      {isLine ? (
        <div className="flex flex-col gap-2 sm:flex-row">
          <label htmlFor={id} className="sr-only">
            {only.label}
          </label>
          <LightFieldInput
            entity={entity}
            field={only}
            id={id}
            value={form.values[only.name]}
            onChange={(value) => form.change(only.name, value)}
            isInvalid={fault !== undefined}
            describedBy={fault === undefined ? undefined : `${id}-fault`}
            placeholder={placeholders[only.name] ?? (only.kind === 'email' ? 'you@example.com' : only.label)}
          />
          <Button type="submit" disabled={form.isSaving}>
            {submitLabel}
          </Button>
        </div>
      ) : (
        <>
          {fields.map((field) => (
            <LightFieldControl
              key={field.name}
              entity={entity}
              field={field}
              value={form.values[field.name]}
              onChange={(value) => form.change(field.name, value)}
              error={form.faults[field.name]}
              placeholder={placeholders[field.name]}
            />
          ))}
          <Button type="submit" disabled={form.isSaving} className="justify-self-start">
            {submitLabel}
          </Button>
        </>
      )}
      {fault === undefined || (!isLine && form.failure === null) ? null : (
        <p id={`${id}-fault`} role="alert" className="text-destructive text-sm">
          {fault}
        </p>
      )}
      {note ? <p className="text-muted-foreground text-xs">{note}</p> : null}
    </form>
  );
}
