import { PlusIcon, Trash2Icon } from 'lucide-react';
import type { ComponentType } from 'react';
import { Button } from '../../kit/button.tsx';
import type { Field } from '../data.ts';
import type { FieldInputProps } from './props.ts';

type Item = Readonly<Record<string, unknown>>;

/** A list of objects as lines of controls: the line items of an invoice, the sets of an exercise. */
export function ItemsInput({
  entity,
  field,
  value,
  onChange,
  id,
  describedBy,
  Control,
}: FieldInputProps & { Control: ComponentType<FieldInputProps> }) {
  const items = Array.isArray(value) ? (value as readonly Item[]) : [];
  const change = (index: number, name: string, next: unknown) =>
    onChange(items.map((item, at) => (at === index ? { ...item, [name]: next } : item)));
  return (
    <fieldset id={id} aria-describedby={describedBy} className="grid gap-2">
      <legend className="sr-only">{field.label}</legend>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id
        <div key={index} className="flex items-start gap-2">
          <div className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2 first:*:min-w-32">
            {field.fields.map((inner) => (
              <div key={inner.name} className="grid gap-1">
                <label htmlFor={`${id}-${index}-${inner.name}`} className={index === 0 ? 'text-muted-foreground text-xs' : 'sr-only'}>
                  {inner.label}
                </label>
                <Control
                  entity={entity}
                  field={inner}
                  value={item[inner.name]}
                  onChange={(next) => change(index, inner.name, next)}
                  id={`${id}-${index}-${inner.name}`}
                />
              </div>
            ))}
          </div>
          <Button
            type="button"
            variant="ghost"
            size="icon"
            className={index === 0 ? 'mt-5' : undefined}
            aria-label={`Remove line ${index + 1}`}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          >
            <Trash2Icon />
          </Button>
        </div>
      ))}
      <Button type="button" variant="outline" size="sm" className="justify-self-start" onClick={() => onChange([...items, blank(field)])}>
        <PlusIcon /> Add line
      </Button>
    </fieldset>
  );
}

function blank({ fields }: Field): Item {
  return Object.fromEntries(fields.flatMap(({ name, property }) => (property.default === undefined ? [] : [[name, property.default]])));
}
