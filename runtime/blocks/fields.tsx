// How the fields of a table are drawn and asked for.
export { FieldControl, type FieldControlProps } from './fields/control.tsx';
export { FieldInput } from './fields/input.tsx';
export type { FieldInputProps } from './fields/props.ts';
export { NativeSelect } from './fields/select.tsx';
export { FieldValue, OptionBadge, optionColor, ReferenceLabel, Stars, useReferenceOptions } from './fields/value.tsx';
