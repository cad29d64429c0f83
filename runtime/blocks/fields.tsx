// How the fields of a table are drawn and asked for.
export { FieldControl, FieldInput } from './fields/input.tsx';
export type { FieldControlProps } from './fields/labelled.tsx';
export { LightFieldControl, LightFieldInput } from './fields/light.tsx';
export { FieldList } from './fields/list.tsx';
export type { FieldInputProps } from './fields/props.ts';
export { ReferenceLabel, useReferenceOptions } from './fields/reference.tsx';
export { NativeSelect } from './fields/select.tsx';
export { FieldValue, OptionBadge, optionColor, Stars } from './fields/value.tsx';
