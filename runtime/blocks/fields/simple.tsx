import { cn } from '../../kit/cn.ts';
import { Input } from '../../kit/input.tsx';
import { Textarea } from '../../kit/textarea.tsx';
import { type Field, type FieldKind, optionLabel } from '../data.ts';
import type { FieldInputProps } from './props.ts';
import { NativeSelect } from './select.tsx';

const TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  phone: 'tel',
  date: 'date',
  time: 'time',
  color: 'color',
};
const COMPLETIONS: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'tel',
  name: 'name',
  firstName: 'given-name',
  lastName: 'family-name',
};

/** Kinds whose control is one element without rows of other tables. */
const SIMPLE: readonly FieldKind[] = [
  'text',
  'multiline',
  'email',
  'uri',
  'phone',
  'color',
  'date',
  'time',
  'number',
  'integer',
  'currency',
  'percent',
  'boolean',
  'enum',
];

export function isSimple({ kind }: Field): boolean {
  return SIMPLE.includes(kind);
}

/** What every control states: its name and its error. */
export function commonProps({ id, field, isInvalid = false, describedBy }: FieldInputProps) {
  return {
    id,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
    'aria-required': field.isRequired || undefined,
  } as const;
}

/** The control for a value of a simple kind. */
export function SimpleInput(props: FieldInputProps) {
  const { field, value, onChange, placeholder } = props;
  const text = String(value ?? '');
  switch (field.kind) {
    case 'multiline':
      return (
        <Textarea
          {...commonProps(props)}
          rows={4}
          value={text}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'boolean':
      return (
        <input
          {...commonProps(props)}
          type="checkbox"
          className="size-4 shrink-0 rounded accent-primary"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'number':
    case 'integer':
    case 'currency':
    case 'percent':
      return <NumberInput {...props} />;
    case 'enum':
      return <EnumInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

function TextInput(props: FieldInputProps) {
  const { field, value, onChange, placeholder } = props;
  return (
    <Input
      {...commonProps(props)}
      type={TYPES[field.kind] ?? 'text'}
      autoComplete={COMPLETIONS[field.kind] ?? COMPLETIONS[field.name] ?? 'off'}
      maxLength={field.property.maxLength}
      placeholder={placeholder ?? (field.kind === 'uri' ? 'https://' : undefined)}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function EnumInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  const text = String(value ?? '');
  const isFormer = text !== '' && !field.options.includes(text);
  return (
    <NativeSelect {...commonProps(props)} value={text} onChange={(event) => onChange(optionValue(field, event.target.value))}>
      {field.isRequired && text !== '' ? null : <option value="">{field.isRequired ? 'Choose…' : 'None'}</option>}
      {isFormer ? <option value={text}>{optionLabel(text)}</option> : null}
      {field.options.map((option) => (
        <option key={option} value={option}>
          {optionLabel(option)}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Options of numbers are numbers in the row. */
function optionValue({ property }: Field, text: string): unknown {
  return property.enum?.find((option) => String(option) === text) ?? (text === '' ? null : text);
}

function NumberInput(props: FieldInputProps) {
  const { field, value, onChange, placeholder } = props;
  const unit = unitOf(field);
  return (
    <span className="relative block">
      <Input
        {...commonProps(props)}
        type="number"
        inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
        step={field.kind === 'integer' ? 1 : 'any'}
        min={field.property.minimum}
        max={field.property.maximum}
        placeholder={placeholder}
        className={cn('tabular-nums', unit !== null && 'pr-12')}
        value={typeof value === 'number' ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
      />
      {unit === null ? null : (
        <span className="pointer-events-none absolute inset-y-0 right-3 grid place-content-center text-muted-foreground text-xs">
          {unit}
        </span>
      )}
    </span>
  );
}

function unitOf({ kind, property }: Field): string | null {
  if (kind === 'percent') return '%';
  return kind === 'currency' ? (property['x-currency'] ?? 'USD') : null;
}
