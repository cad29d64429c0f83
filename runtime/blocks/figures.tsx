import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../kit/cn.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { allOf, type BaseRow, type Entity, type FieldName, fieldOf, formatValue, type RowFields, readValue, useRows } from './data.ts';
import { Section } from './page.tsx';

/** A number field, or a function of the row. */
type Measure<R> = FieldName<R> | ((row: R) => number);

export interface Figure<R> {
  readonly label: string;
  readonly count?: true | undefined;
  readonly sum?: Measure<R> | undefined;
  readonly average?: Measure<R> | undefined;
  readonly min?: Measure<R> | undefined;
  readonly max?: Measure<R> | undefined;
  readonly filter?: RowFields | undefined;
  readonly icon?: LucideIcon | undefined;
  /** Small text below the figure. */
  readonly hint?: ReactNode;
  readonly format?: ((value: number) => string) | undefined;
}

export interface DataFiguresProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  readonly figures: readonly Figure<R>[];
  /** Filter of all figures, in addition to their own. */
  readonly filter?: RowFields | undefined;
  readonly title?: ReactNode;
  readonly refresh?: number | undefined;
  readonly className?: string | undefined;
}

/** Aggregates of a table's rows, side by side. */
export function DataFigures<R extends BaseRow>({ entity, figures, filter, title, refresh, className }: DataFiguresProps<R>) {
  return (
    <Section title={title} className={className}>
      <dl
        className={cn(
          'grid grid-cols-2 gap-3 sm:gap-4',
          figures.length === 3 ? 'max-sm:[&>*:first-child]:col-span-2 sm:grid-cols-3' : 'lg:grid-cols-4',
        )}
      >
        {figures.map((figure) => (
          <FigureTile key={figure.label} entity={entity} figure={figure} filter={filter} refresh={refresh} />
        ))}
      </dl>
    </Section>
  );
}

interface FigureTileProps<R extends BaseRow> extends Pick<DataFiguresProps<R>, 'entity' | 'filter' | 'refresh'> {
  readonly figure: Figure<R>;
}

function FigureTile<R extends BaseRow>({ entity, figure, filter, refresh }: FigureTileProps<R>) {
  const { label, icon: Icon, hint } = figure;
  const rows = useRows(entity, { filter: allOf(filter, figure.filter), limit: Number.POSITIVE_INFINITY, refresh });
  return (
    <div className="min-w-0 rounded-xl border bg-card p-4 text-card-foreground">
      <dt className="flex items-center gap-2 text-muted-foreground text-sm">
        {Icon ? <Icon className="size-4 shrink-0" aria-hidden /> : null}
        <span className="truncate">{label}</span>
      </dt>
      <dd className="mt-1.5 truncate font-semibold text-2xl tabular-nums tracking-tight">
        {rows.status === 'loading' ? (
          <Skeleton className="h-8 w-20" />
        ) : rows.status === 'ready' ? (
          figureText(entity, figure, rows.rows, rows.hasMore)
        ) : (
          '–'
        )}
      </dd>
      {rows.status === 'error' ? (
        <dd>
          <button type="button" className="rounded-sm text-destructive text-sm underline underline-offset-4" onClick={rows.retry}>
            Could not be loaded. Try again
          </button>
        </dd>
      ) : hint ? (
        <dd className="mt-1 truncate text-muted-foreground text-sm">{hint}</dd>
      ) : null}
    </div>
  );
}

/** The formatted figure; with "+" if it covers only the first rows. */
export function figureText<R extends BaseRow>(entity: Entity<R>, figure: Figure<R>, rows: readonly R[], isCut: boolean): string {
  const { format, sum, average, min, max } = figure;
  const measure = sum ?? average ?? min ?? max;
  const value = measure === undefined ? rows.length : combine(figure, measuresOf(rows, measure));
  if (value === null) return '–';
  const text = format
    ? format(value)
    : typeof measure === 'string'
      ? formatValue(fieldOf(entity, measure), rounded(value))
      : value.toLocaleString();
  return isCut ? `${text}+` : text;
}

function measuresOf<R extends BaseRow>(rows: readonly R[], measure: Measure<R>): number[] {
  return rows
    .map((row) => (typeof measure === 'function' ? measure(row) : readValue(row, measure)))
    .filter((value): value is number => Number.isFinite(value));
}

function combine<R>({ average, min, max }: Figure<R>, values: readonly number[]): number | null {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (average !== undefined) return values.length === 0 ? null : total / values.length;
  if (min !== undefined) return values.length === 0 ? null : Math.min(...values);
  if (max !== undefined) return values.length === 0 ? null : Math.max(...values);
  return total;
}

/** Rounds to cents. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
