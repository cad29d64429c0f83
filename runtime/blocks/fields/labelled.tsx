import { type ComponentType, useId } from 'react';
import { cn } from '../../kit/cn.ts';
import type { FieldInputProps } from './props.ts';

export interface FieldControlProps extends Omit<FieldInputProps, 'id' | 'describedBy' | 'isInvalid'> {
  readonly error?: string | undefined;
  readonly className?: string;
}

/** A control with its label, its hint and its error. */
export function LabelledInput({
  Input,
  error,
  className,
  ...props
}: FieldControlProps & { readonly Input: ComponentType<FieldInputProps> }) {
  const { field } = props;
  const id = useId();
  const { description } = field.property;
  const describedBy = error !== undefined ? `${id}-error` : description ? `${id}-hint` : undefined;
  const isInline = field.kind === 'boolean';
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <div className={isInline ? 'flex items-center gap-2.5 py-1' : 'contents'}>
        {isInline ? <Input {...props} id={id} isInvalid={error !== undefined} describedBy={describedBy} /> : null}
        <label htmlFor={id} className="font-medium text-sm leading-5">
          {field.label}
          {field.isRequired || isInline ? null : <span className="ml-1 font-normal text-muted-foreground">(optional)</span>}
        </label>
      </div>
      {isInline ? null : <Input {...props} id={id} isInvalid={error !== undefined} describedBy={describedBy} />}
      {error !== undefined ? (
        <p id={`${id}-error`} className="text-destructive text-sm">
          {error}
        </p>
      ) : description ? (
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          {description}
        </p>
      ) : null}
    </div>
  );
}
