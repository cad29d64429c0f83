import { StarIcon } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../kit/cn.ts';
import { Input } from '../../kit/input.tsx';
import { type Field, optionLabel } from '../data.ts';
import { ImageInput } from './image.tsx';
import { ItemsInput } from './items.tsx';
import { type FieldControlProps, LabelledInput } from './labelled.tsx';
import type { FieldInputProps } from './props.ts';
import { useReferenceOptions } from './reference.tsx';
import { NativeSelect } from './select.tsx';
import { commonProps, SimpleInput } from './simple.tsx';

/** The control for a value, by what its schema says of it. Its label and its error are the caller's. */
export function FieldInput(props: FieldInputProps) {
  switch (props.field.kind) {
    case 'rating':
      return <RatingInput {...props} />;
    case 'reference':
      return <ReferenceInput {...props} />;
    case 'choices':
      return <ChoicesInput {...props} />;
    case 'list':
      return <ListInput {...props} />;
    case 'items':
      return <ItemsInput {...props} Control={FieldInput} />;
    case 'image':
      return <ImageInput {...props} />;
    case 'date-time':
      return <MomentInput {...props} />;
    default:
      return <SimpleInput {...props} />;
  }
}

function ListInput(props: FieldInputProps) {
  const { field, value, onChange, placeholder = 'Separate with commas' } = props;
  const [typed, setTyped] = useState('');
  const given = Array.isArray(value) ? value : [];
  // The text as it was typed, with its separators, while the form has its values.
  const isTyped = JSON.stringify(listOf(typed, field)) === JSON.stringify(given);
  return (
    <Input
      {...commonProps(props)}
      placeholder={placeholder}
      value={isTyped ? typed : given.join(', ')}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(listOf(event.target.value, field));
      }}
    />
  );
}

function listOf(text: string, { property }: Field): unknown[] {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  return property.items?.type === 'number' || property.items?.type === 'integer' ? parts.map(Number).filter(Number.isFinite) : parts;
}

function MomentInput(props: FieldInputProps) {
  return (
    <Input
      {...commonProps(props)}
      type="datetime-local"
      value={localDateTime(String(props.value ?? ''))}
      onChange={(event) => props.onChange(utcDateTime(event.target.value))}
    />
  );
}

/** The value of a `datetime-local` control in UTC; a year of more than four digits stays as it is, for the validation. */
function utcDateTime(text: string): string | null {
  const date = new Date(text);
  if (text === '') return null;
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** The value of a `datetime-local` control, in local time. */
function localDateTime(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
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

function ReferenceInput(props: FieldInputProps) {
  const { entity, field, value, onChange } = props;
  const options = useReferenceOptions(entity, field);
  const text = typeof value === 'string' ? value : '';
  const isLoaded = options.some((option) => option.id === text);
  return (
    <NativeSelect
      {...commonProps(props)}
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

/** A control with its label, its hint and its error. */
export function FieldControl(props: FieldControlProps) {
  return <LabelledInput {...props} Input={FieldInput} />;
}
