import { type Label as LabelPrimitive, Slot } from 'radix-ui';
import { type ComponentProps, createContext, useContext, useId } from 'react';
import {
  Controller,
  type ControllerProps,
  type FieldPath,
  type FieldValues,
  FormProvider,
  useFormContext,
  useFormState,
} from 'react-hook-form';
import { cn } from './cn.ts';
import { Label } from './label.tsx';

export const Form = FormProvider;

const FieldName = createContext<string | null>(null);
const ItemId = createContext<string | null>(null);

export function FormField<Values extends FieldValues = FieldValues, Name extends FieldPath<Values> = FieldPath<Values>>(
  props: ControllerProps<Values, Name>,
) {
  return (
    <FieldName.Provider value={props.name}>
      <Controller {...props} />
    </FieldName.Provider>
  );
}

/** State and ids of the enclosing field; throws outside of a `FormField`. */
export function useFormField() {
  const name = useContext(FieldName);
  const id = useContext(ItemId) ?? '';
  const { getFieldState } = useFormContext();
  if (name === null) throw new Error('useFormField should be used within <FormField>');
  const state = getFieldState(name, useFormState({ name }));
  return {
    id,
    name,
    formItemId: `${id}-form-item`,
    formDescriptionId: `${id}-form-item-description`,
    formMessageId: `${id}-form-item-message`,
    ...state,
  };
}

export function FormItem({ className, ...props }: ComponentProps<'div'>) {
  const id = useId();
  return (
    <ItemId.Provider value={id}>
      <div data-slot="form-item" className={cn('grid gap-2', className)} {...props} />
    </ItemId.Provider>
  );
}

export function FormLabel({ className, ...props }: ComponentProps<typeof LabelPrimitive.Root>) {
  const { error, formItemId } = useFormField();
  return (
    <Label
      data-slot="form-label"
      data-error={!!error}
      className={cn('data-[error=true]:text-destructive', className)}
      htmlFor={formItemId}
      {...props}
    />
  );
}

export function FormControl(props: ComponentProps<typeof Slot.Root>) {
  const { error, formItemId, formDescriptionId, formMessageId } = useFormField();
  return (
    <Slot.Root
      data-slot="form-control"
      id={formItemId}
      aria-describedby={error ? `${formDescriptionId} ${formMessageId}` : formDescriptionId}
      aria-invalid={!!error}
      {...props}
    />
  );
}

export function FormDescription({ className, ...props }: ComponentProps<'p'>) {
  const { formDescriptionId } = useFormField();
  return <p data-slot="form-description" id={formDescriptionId} className={cn('text-muted-foreground text-sm', className)} {...props} />;
}

export function FormMessage({ className, children, ...props }: ComponentProps<'p'>) {
  const { error, formMessageId } = useFormField();
  const body = error ? String(error.message ?? '') : children;
  if (!body) return null;
  return (
    <p data-slot="form-message" id={formMessageId} className={cn('text-destructive text-sm', className)} {...props}>
      {body}
    </p>
  );
}
