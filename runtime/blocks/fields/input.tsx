import { StarIcon } from 'lucide-react';
import { cn } from '../../kit/cn.ts';
import { Input } from '../../kit/input.tsx';
import { Textarea } from '../../kit/textarea.tsx';
import { type Field, optionLabel } from '../data.ts';
import { ItemsInput } from './items.tsx';
import type { FieldInputProps } from './props.ts';
import { NativeSelect } from './select.tsx';
import { useReferenceOptions } from './value.tsx';

const TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  image: 'url',
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

/** The control for a value, by what its schema says of it. Its label and its error are the caller's. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, onChange, id, isInvalid = false, describedBy, placeholder } = props;
  const common = {
    id,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
    'aria-required': field.isRequired || undefined,
  };
  const text = value === undefined || value === null ? '' : String(value);
  switch (field.kind) {
    case 'multiline':
      return <Textarea {...common} rows={4} value={text} placeholder={placeholder} onChange={(event) => onChange(event.target.value)} />;
    case 'boolean':
      return (
        <input
          {...common}
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
    case 'rating':
      return <RatingInput {...props} />;
    case 'enum':
      return (
        <NativeSelect {...common} value={text} onChange={(event) => onChange(optionValue(field, event.target.value))}>
          {field.isRequired && text !== '' ? null : <option value="">{field.isRequired ? 'Choose…' : 'None'}</option>}
          {field.options.map((option) => (
            <option key={option} value={option}>
              {optionLabel(option)}
            </option>
          ))}
        </NativeSelect>
      );
    case 'reference':
      return <ReferenceInput {...props} />;
    case 'choices':
      return <ChoicesInput {...props} />;
    case 'list':
      return (
        <Input
          {...common}
          placeholder={placeholder ?? 'Separate with commas'}
          defaultValue={Array.isArray(value) ? value.join(', ') : ''}
          onChange={(event) => onChange(listOf(event.target.value, field))}
        />
      );
    case 'items':
      return <ItemsInput {...props} Control={FieldInput} />;
    case 'date-time':
      return (
        <Input
          {...common}
          type="datetime-local"
          value={localDateTime(text)}
          onChange={(event) => onChange(event.target.value === '' ? null : new Date(event.target.value).toISOString())}
        />
      );
    default:
      return (
        <Input
          {...common}
          type={TYPES[field.kind] ?? 'text'}
          autoComplete={COMPLETIONS[field.kind] ?? COMPLETIONS[field.name] ?? 'off'}
          maxLength={field.property.maxLength}
          placeholder={placeholder ?? (field.kind === 'uri' || field.kind === 'image' ? 'https://' : undefined)}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** Options of numbers are numbers in the row. */
function optionValue({ property }: Field, text: string): unknown {
  return property.enum?.find((option) => String(option) === text) ?? (text === '' ? null : text);
}

function listOf(text: string, { property }: Field): unknown[] {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  return property.items?.type === 'number' || property.items?.type === 'integer' ? parts.map(Number).filter(Number.isFinite) : parts;
}

/** What a `datetime-local` control shows for a moment: the reader's own clock. */
function localDateTime(text: string): string {
  const date = new Date(text);
  if (text === '' || Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function NumberInput({ field, value, onChange, id, isInvalid, describedBy, placeholder }: FieldInputProps) {
  const unit = field.kind === 'percent' ? '%' : field.kind === 'currency' ? (field.property['x-currency'] ?? 'USD') : null;
  return (
    <span className="relative block">
      <Input
        id={id}
        type="number"
        inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
        step={field.kind === 'integer' ? 1 : 'any'}
        min={field.property.minimum}
        max={field.property.maximum}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        aria-required={field.isRequired || undefined}
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

function RatingInput({ field, value, onChange, id, describedBy }: FieldInputProps) {
  const max = field.property.maximum ?? 5;
  return (
    <fieldset id={id} aria-describedby={describedBy} className="flex h-9 items-center gap-1">
      <legend className="sr-only">{field.label}</legend>
      {Array.from({ length: max }, (_, index) => index + 1).map((stars) => (
        <label key={stars} className="cursor-pointer rounded-sm has-focus-visible:ring-[3px] has-focus-visible:ring-ring/40">
          <input type="radio" name={id} className="sr-only" checked={value === stars} onChange={() => onChange(stars)} />
          <StarIcon
            className={cn('size-5', stars <= Number(value ?? 0) ? 'fill-current text-chart-3' : 'text-muted-foreground/50')}
            aria-hidden
          />
          <span className="sr-only">{stars}</span>
        </label>
      ))}
    </fieldset>
  );
}

function ChoicesInput({ field, value, onChange, id, describedBy }: FieldInputProps) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <fieldset id={id} aria-describedby={describedBy} className="flex flex-wrap gap-2">
      <legend className="sr-only">{field.label}</legend>
      {field.options.map((option) => (
        <label
          key={option}
          className="flex cursor-pointer items-center gap-2 rounded-full border px-3 py-1 text-sm has-checked:border-primary has-checked:bg-primary/10 has-focus-visible:ring-[3px] has-focus-visible:ring-ring/40"
        >
          <input
            type="checkbox"
            className="sr-only"
            checked={chosen.includes(option)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, option] : chosen.filter((one) => one !== option))}
          />
          {optionLabel(option)}
        </label>
      ))}
    </fieldset>
  );
}

function ReferenceInput({ entity, field, value, onChange, id, isInvalid, describedBy }: FieldInputProps) {
  const options = useReferenceOptions(entity, field);
  const text = typeof value === 'string' ? value : '';
  const isLoaded = options.some((option) => option.id === text);
  return (
    <NativeSelect
      id={id}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      aria-required={field.isRequired || undefined}
      value={text}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">{field.isRequired ? 'Choose…' : 'None'}</option>
      {text !== '' && !isLoaded ? <option value={text}>…</option> : null}
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
