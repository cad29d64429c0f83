import { Area, AreaChart, Bar, BarChart, CartesianGrid, Cell, Line, LineChart, Pie, PieChart, XAxis, YAxis } from 'recharts';
import { type ChartConfig, ChartContainer, ChartTooltip, ChartTooltipContent } from '../../kit/chart.tsx';
import type { ChartType } from '../chart.tsx';
import type { Group } from '../data.ts';

interface ChartViewProps {
  readonly type: ChartType;
  readonly groups: readonly (Group & { readonly color: string | undefined })[];
  /** Label of the values. */
  readonly measure: string;
  readonly format: (value: number) => string;
}

const SERIES = 'var(--color-value)';
const COLORS = 5;
const chartColor = (index: number): string => `var(--chart-${(index % COLORS) + 1})`;
/** Maximum slices of a pie; further ones are merged. */
const MAX_SLICES = 7;

export default function ChartView({ type, groups, measure, format }: ChartViewProps) {
  const config: ChartConfig = { value: { label: measure, color: 'var(--primary)' } };
  const summary = groups.map(({ label, value }) => `${label}: ${format(value)}`).join(', ');
  return (
    <figure className="p-4" aria-label={summary}>
      {type === 'pie' ? (
        <PieView groups={groups} config={config} format={format} />
      ) : (
        <ChartContainer config={config} className="aspect-auto h-64 w-full">
          {cartesian(type, groups, format)}
        </ChartContainer>
      )}
    </figure>
  );
}

function cartesian(type: Exclude<ChartType, 'pie'>, groups: ChartViewProps['groups'], format: ChartViewProps['format']) {
  const Chart = { bar: BarChart, line: LineChart, area: AreaChart }[type];
  const shape = { dataKey: 'value', isAnimationActive: false, stroke: SERIES, fill: SERIES } as const;
  return (
    <Chart data={[...groups]} margin={{ left: 4, right: 4, top: 8 }}>
      <CartesianGrid vertical={false} />
      <XAxis dataKey="label" tickLine={false} axisLine={false} tickMargin={8} minTickGap={16} />
      <YAxis tickLine={false} axisLine={false} width={48} allowDecimals={false} tickFormatter={shortNumber} />
      <ChartTooltip
        cursor={type === 'bar'}
        content={<ChartTooltipContent formatter={(value) => <Amount text={format(Number(value))} />} />}
      />
      {type === 'bar' ? (
        <Bar {...shape} stroke="none" radius={[4, 4, 0, 0]} maxBarSize={56}>
          {groups.map(({ key, color }) => (
            <Cell key={key} fill={color ?? SERIES} />
          ))}
        </Bar>
      ) : type === 'line' ? (
        <Line {...shape} type="monotone" strokeWidth={2} dot={groups.length < 20} />
      ) : (
        <Area {...shape} type="monotone" strokeWidth={2} fillOpacity={0.18} />
      )}
    </Chart>
  );
}

function PieView({ groups, config, format }: Pick<ChartViewProps, 'groups' | 'format'> & { config: ChartConfig }) {
  const slices = sliced(groups);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-4">
      <ChartContainer config={config} className="aspect-square h-56">
        <PieChart>
          <ChartTooltip content={<ChartTooltipContent hideLabel formatter={(value) => <Amount text={format(Number(value))} />} />} />
          <Pie data={slices} dataKey="value" nameKey="label" innerRadius="62%" outerRadius="100%" strokeWidth={2} isAnimationActive={false}>
            {slices.map(({ key, color }) => (
              <Cell key={key} fill={color} />
            ))}
          </Pie>
        </PieChart>
      </ChartContainer>
      <ul className="grid min-w-40 flex-1 gap-2 text-sm">
        {slices.map(({ key, label, value, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span className="size-2.5 shrink-0 rounded-full" style={{ backgroundColor: color }} />
            <span className="min-w-0 truncate">{label}</span>
            <span className="ml-auto text-muted-foreground tabular-nums">{format(value)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function sliced(groups: ChartViewProps['groups']) {
  const sorted = groups.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const rest = sorted.slice(MAX_SLICES);
  const others = rest.length === 0 ? [] : [{ key: '', label: 'Others', value: rest.reduce((sum, { value }) => sum + value, 0) }];
  // Beyond the palette, mixed colours keep adjacent slices apart.
  return [...sorted.slice(0, MAX_SLICES), ...others].map((group, index) => ({
    ...group,
    color: index < COLORS ? chartColor(index) : `color-mix(in oklab, ${chartColor(index)} 55%, var(--card))`,
  }));
}

const shortNumber = (value: number): string =>
  new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }).format(value);

function Amount({ text }: { text: string }) {
  return <span className="font-medium tabular-nums">{text}</span>;
}
