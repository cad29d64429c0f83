import { SearchIcon, XIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Input } from '../kit/input.tsx';
import {
  allOf,
  type BaseRow,
  type Entity,
  type Field,
  type FieldName,
  nounsOf,
  optionLabel,
  type RowFields,
  searchFilter,
  selectFields,
} from './data.ts';
import { NativeSelect, useReferenceOptions } from './fields.tsx';

export interface FilterBarProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  /** Fields with a select: enums, booleans, references. */
  readonly fields?: readonly FieldName<R>[] | undefined;
  /** Text fields to search; empty: no search box. */
  readonly search?: readonly FieldName<R>[] | undefined;
  /** Called with the filter to pass to blocks, `{}` for all rows. */
  readonly onChange: (filter: RowFields) => void;
  readonly className?: string | undefined;
}

const SEARCH_DELAY_MS = 200;

/** A search box and selects that filter other blocks. */
export function FilterBar<R extends BaseRow>({ entity, fields = [], search = [], onChange, className }: FilterBarProps<R>) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<string, unknown>>>({});
  const publish = (nextText: string, nextChosen: RowFields) => onChange(allOf(searchFilter(search, nextText), nextChosen));
  useDelayed(text, () => publish(text, chosen));
  const choose = (name: string, value: unknown) => {
    const { [name]: _, ...others } = chosen;
    const next = value === undefined ? others : { ...others, [name]: value };
    setChosen(next);
    publish(text, next);
  };
  const isActive = text !== '' || Object.keys(chosen).length > 0;
  const { many } = nounsOf(entity);
  return (
    // biome-ignore lint/a11y/useSemanticElements: some supported browsers lack the search element
    <div role="search" className={cn('flex flex-wrap items-center gap-2', className)}>
      {search.length > 0 ? (
        <div className="relative min-w-48 flex-1 sm:max-w-72">
          <SearchIcon className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted-foreground" aria-hidden />
          <Input
            type="search"
            aria-label={`Search ${many}`}
            placeholder={`Search ${many}`}
            className="pl-9"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      ) : null}
      {selectFields(entity, fields).map((field) => (
        <Choice key={field.name} entity={entity} field={field} value={chosen[field.name]} onChange={(value) => choose(field.name, value)} />
      ))}
      {isActive ? (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            setText('');
            setChosen({});
            onChange({});
          }}
        >
          <XIcon /> Clear
        </Button>
      ) : null}
    </div>
  );
}

/** Debounces the changes of a text; does not call back for its initial value. By hand: a library would be in the first load of every app. */
function useDelayed(text: string, settle: () => void): void {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => {
      setSettled(text);
      settle();
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  });
}

interface ChoiceProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Choice<R extends BaseRow>({ entity, field, value, onChange }: ChoiceProps<R>) {
  const references = useReferenceOptions(entity, field);
  const options: readonly (readonly [value: unknown, label: string])[] =
    field.kind === 'boolean'
      ? [
          [true, 'Yes'],
          [false, 'No'],
        ]
      : field.kind === 'reference'
        ? references.map(({ id, label }) => [id, label])
        : (field.property.enum ?? field.options).map((option) => [option, optionLabel(option)]);
  return (
    <NativeSelect
      aria-label={field.label}
      className="max-w-44"
      value={options.findIndex(([option]) => option === value)}
      onChange={(event) => onChange(options[Number(event.target.value)]?.[0])}
    >
      <option value={-1}>{field.label}: all</option>
      {options.map(([option, label], index) => (
        <option key={String(option)} value={index}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

export interface FilterOptions<R> {
  /** Always applied. */
  readonly filter?: RowFields | undefined;
  /** Text fields to search. */
  readonly search?: readonly FieldName<R>[] | undefined;
  /** Enum, boolean and reference fields with a select. */
  readonly filters?: readonly FieldName<R>[] | undefined;
}

/** The filter of a block's rows, and its filter bar if `search` or `filters` are set. */
export function useFilterBar<R extends BaseRow>(entity: Entity<R>, { filter, search = [], filters = [] }: FilterOptions<R>) {
  const [chosen, setChosen] = useState<RowFields>({});
  const hasBar = search.length > 0 || filters.length > 0;
  return {
    filter: allOf(filter, chosen),
    /** Whether the user has narrowed the rows. */
    isFiltered: Object.keys(chosen).length > 0,
    bar: hasBar ? <FilterBar entity={entity} search={search} fields={filters} onChange={setChosen} className="flex-1" /> : null,
  };
}
