import type { AnyEntity, Field } from '../data.ts';

export interface FieldInputProps {
  readonly entity: AnyEntity;
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly id: string;
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly placeholder?: string | undefined;
}
