import { lazy, type ReactNode, Suspense } from 'react';
import { cn } from '../kit/cn.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import {
  type BaseRow,
  type Entity,
  type FieldName,
  fieldOf,
  formatValue,
  groupRows,
  optionLabel,
  type Period,
  type RowFields,
  readValue,
  useRows,
} from './data.ts';
import { optionColor, useReferenceOptions } from './fields.tsx';
import { Section } from './page.tsx';
import { type EmptyWords, RowStates } from './states.tsx';

// Lazy: the chart library is larger than React.
const ChartView = lazy(() => import('./lazy/chart-view.tsx'));

export type ChartType = 'bar' | 'line' | 'area' | 'pie';

export interface DataChartProps<R extends BaseRow> {
  readonly entity: Entity<R>;
  /** The field to group by: a date, an enum, a text or a reference. */
  readonly by: FieldName<R>;
  /** The value to sum: a number field, or a function of the row. Default: counts rows. */
  readonly value?: FieldName<R> | ((row: R) => number) | undefined;
  /** Default `bar`. */
  readonly type?: ChartType | undefined;
  /** Period of dates; default `month`. */
  readonly period?: Period | undefined;
  readonly format?: ((value: number) => string) | undefined;
  readonly filter?: RowFields | undefined;
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly empty?: EmptyWords | undefined;
  readonly refresh?: number | undefined;
  readonly className?: string | undefined;
}

/** A chart of a table's rows, grouped by a field. */
export function DataChart<R extends BaseRow>(props: DataChartProps<R>) {
  const { entity, by, value, type = 'bar', period = 'month', filter, title, description, actions, empty, className } = props;
  const rows = useRows(entity, { filter, limit: Number.POSITIVE_INFINITY, refresh: props.refresh });
  const field = fieldOf(entity, by);
  const labels = new Map(useReferenceOptions(entity, field).map(({ id, label }) => [id, label]));
  const measure = (row: R) => (value === undefined ? 1 : typeof value === 'function' ? value(row) : Number(readValue(row, value) ?? 0));
  const groups = groupRows(rows.rows, { field, period, measure, labels });
  const format =
    props.format ??
    ((amount: number) => (typeof value === 'string' ? formatValue(fieldOf(entity, value), amount) : amount.toLocaleString()));
  const measureLabel = typeof value === 'string' ? fieldOf(entity, value).label : 'Number';
  return (
    <Section title={title} description={description} actions={actions} isCard className={cn('grid-rows-[auto_1fr]', className)}>
      <RowStates
        entity={entity}
        rows={rows}
        empty={{ description: 'The chart appears with the first rows.', ...empty }}
        isFiltered={Object.keys(filter ?? {}).length > 0 && empty === undefined}
        skeleton={<ChartSkeleton />}
      >
        <Suspense fallback={<ChartSkeleton />}>
          <ChartView
            type={type}
            measure={measureLabel}
            format={format}
            groups={groups.map((group) => ({
              ...group,
              label: field.kind === 'enum' ? optionLabel(group.label) : group.label,
              color: field.options.length > 0 ? optionColor(field, group.key) : undefined,
            }))}
          />
        </Suspense>
        {rows.hasMore ? <p className="px-4 pb-3 text-muted-foreground text-xs">Of the newest 10,000 rows.</p> : null}
      </RowStates>
    </Section>
  );
}

function ChartSkeleton() {
  return (
    <div className="flex h-72 items-end gap-3 p-6">
      {['h-2/5', 'h-3/5', 'h-1/2', 'h-4/5', 'h-3/5', 'h-full'].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: constant placeholders
        <Skeleton key={index} className={cn('flex-1', height)} />
      ))}
    </div>
  );
}
