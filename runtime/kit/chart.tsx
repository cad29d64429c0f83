import {
  type ComponentProps,
  type ComponentType,
  type CSSProperties,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useMemo,
} from 'react';
import { Legend, ResponsiveContainer, Tooltip } from 'recharts';
import { cn } from './cn.ts';

/** Key of a data series → its label and colour; `color` is any CSS colour, such as `var(--chart-1)`. */
export type ChartConfig = Record<
  string,
  { label?: ReactNode; icon?: ComponentType; color?: string; theme?: { light: string; dark: string } }
>;

const ChartContext = createContext<{ config: ChartConfig } | null>(null);

export function useChart() {
  const context = useContext(ChartContext);
  if (!context) throw new Error('useChart must be used within a <ChartContainer />');
  return context;
}

export function ChartContainer({
  id,
  className,
  children,
  config,
  ...props
}: ComponentProps<'div'> & { config: ChartConfig; children: ComponentProps<typeof ResponsiveContainer>['children'] }) {
  const generated = useId();
  const chartId = `chart-${id ?? generated.replaceAll(/[^\w-]/g, '')}`;
  const context = useMemo(() => ({ config }), [config]);
  return (
    <ChartContext.Provider value={context}>
      <div
        data-slot="chart"
        data-chart={chartId}
        className={cn(
          "flex aspect-video min-w-0 justify-center text-xs [&_.recharts-cartesian-axis-tick_text]:fill-muted-foreground [&_.recharts-cartesian-grid_line[stroke='#ccc']]:stroke-border/60 [&_.recharts-curve.recharts-tooltip-cursor]:stroke-border [&_.recharts-layer]:outline-hidden [&_.recharts-rectangle.recharts-tooltip-cursor]:fill-muted [&_.recharts-dot[stroke='#fff']]:stroke-transparent [&_.recharts-polar-grid_[stroke='#ccc']]:stroke-border [&_.recharts-radial-bar-background-sector]:fill-muted [&_.recharts-reference-line_[stroke='#ccc']]:stroke-border [&_.recharts-sector[stroke='#fff']]:stroke-card [&_.recharts-sector]:outline-hidden [&_.recharts-surface]:outline-hidden",
          className,
        )}
        {...props}
      >
        <ChartStyle id={chartId} config={config} />
        <ResponsiveContainer>{children}</ResponsiveContainer>
      </div>
    </ChartContext.Provider>
  );
}

/** Unwraps `hsl(var(--chart-1))` of older examples, whose tokens were bare numbers: ours are complete colours. */
const currentColor = (color: string) => color.replace(/^hsla?\(\s*(var\(--[\w-]+\))\s*\)$/, '$1');

/** Defines `--color-<key>` for each series; drops values with characters that could end the declaration. */
export function ChartStyle({ id, config }: { id: string; config: ChartConfig }) {
  const safe = (text: string) => text.replaceAll(/[;{}<>]/g, '');
  const rules = (theme: 'light' | 'dark') =>
    Object.entries(config)
      .map(([key, { color, theme: themed }]) => [key, themed?.[theme] ?? color] as const)
      .filter((pair): pair is readonly [string, string] => pair[1] !== undefined)
      .map(([key, color]) => `--color-${safe(key)}: ${currentColor(safe(color))};`)
      .join(' ');
  return <style>{`[data-chart=${id}] { ${rules('light')} } .dark [data-chart=${id}] { ${rules('dark')} }`}</style>;
}

export const ChartTooltip = Tooltip;
export const ChartLegend = Legend;

/** The part of recharts' tooltip and legend payload in use. */
interface Item {
  name?: string | number;
  dataKey?: unknown;
  value?: unknown;
  color?: string;
  type?: string;
  payload?: Record<string, unknown>;
}

function configOf(config: ChartConfig, item: Item, key?: string) {
  const name = key ?? (typeof item.dataKey === 'string' ? item.dataKey : String(item.name ?? 'value'));
  const inner = item.payload?.[name];
  return config[typeof inner === 'string' ? inner : name] ?? config[String(item.name)];
}

export interface ChartTooltipContentProps extends Omit<ComponentProps<'div'>, 'content' | 'color'> {
  active?: boolean;
  payload?: readonly Item[];
  label?: ReactNode;
  hideLabel?: boolean;
  hideIndicator?: boolean;
  indicator?: 'line' | 'dot' | 'dashed';
  nameKey?: string;
  labelKey?: string;
  labelClassName?: string;
  /** Colour of all marks, instead of each series' own. */
  color?: string;
  labelFormatter?: (label: ReactNode, payload: readonly Item[]) => ReactNode;
  formatter?: (value: unknown, name: unknown, item: Item, index: number, payload: readonly Item[]) => ReactNode;
}

export function ChartTooltipContent({ active, payload = [], ...props }: ChartTooltipContentProps) {
  const { config } = useChart();
  const [first] = payload;
  if (!active || !first) return null;
  const { className, indicator = 'dot', nameKey } = props;
  const title = <TooltipTitle {...props} payload={payload} first={first} />;
  const isNested = payload.length === 1 && indicator !== 'dot';
  return (
    <div
      className={cn(
        'grid min-w-32 items-start gap-1.5 rounded-lg border bg-popover px-2.5 py-1.5 text-popover-foreground text-xs shadow-md',
        className,
      )}
    >
      {isNested ? null : title}
      {payload
        .filter(({ type }) => type !== 'none')
        .map((item, index) => (
          <div
            key={`${String(item.dataKey)}-${String(item.name)}`}
            className={cn(
              'flex w-full items-stretch gap-2 [&>svg]:size-2.5 [&>svg]:text-muted-foreground',
              indicator === 'dot' && 'items-center',
            )}
          >
            {props.formatter && item.value !== undefined && item.name !== undefined ? (
              props.formatter(item.value, item.name, item, index, payload)
            ) : (
              <TooltipItem {...props} item={item} setting={configOf(config, item, nameKey)} title={isNested ? title : null} />
            )}
          </div>
        ))}
    </div>
  );
}

interface TooltipTitleProps extends ChartTooltipContentProps {
  payload: readonly Item[];
  first: Item;
}

function TooltipTitle({ payload, first, label, labelKey, labelFormatter, labelClassName, hideLabel = false }: TooltipTitleProps) {
  const { config } = useChart();
  const setting = labelKey || typeof label !== 'string' ? configOf(config, first, labelKey) : config[label];
  const title = setting?.label ?? label;
  const shown = labelFormatter ? labelFormatter(title, payload) : title;
  return hideLabel || !shown ? null : <div className={cn('font-medium', labelClassName)}>{shown}</div>;
}

interface TooltipItemProps extends Pick<ChartTooltipContentProps, 'indicator' | 'hideIndicator' | 'color'> {
  item: Item;
  setting: ChartConfig[string] | undefined;
  /** The title of the tooltip, when it is beside the mark of its only item. */
  title: ReactNode;
}

function TooltipItem({ item, setting, title, indicator = 'dot', hideIndicator = false, color }: TooltipItemProps) {
  const Icon = setting?.icon;
  const fill = item.payload?.['fill'];
  const mark = hideIndicator ? null : <Mark kind={indicator} color={color ?? (typeof fill === 'string' ? fill : item.color)} />;
  return (
    <>
      {Icon ? <Icon /> : mark}
      <div className={cn('flex flex-1 items-center justify-between gap-4 leading-none', title !== null && 'items-end')}>
        <div className="grid gap-1.5">
          {title}
          <span className="text-muted-foreground">{setting?.label ?? item.name}</span>
        </div>
        {item.value === undefined || item.value === null ? null : (
          <span className="font-medium tabular-nums">
            {typeof item.value === 'number' ? item.value.toLocaleString() : String(item.value)}
          </span>
        )}
      </div>
    </>
  );
}

const marks = { dot: 'size-2.5', line: 'w-1', dashed: 'w-0 border-[1.5px] border-dashed bg-transparent' } as const;

function Mark({ kind, color }: { kind: keyof typeof marks; color: string | undefined }) {
  return (
    <span className={cn('shrink-0 rounded-[2px] border-(--mark) bg-(--mark)', marks[kind])} style={{ '--mark': color } as CSSProperties} />
  );
}

export interface ChartLegendContentProps extends ComponentProps<'div'> {
  payload?: readonly Item[];
  verticalAlign?: 'top' | 'bottom' | 'middle';
  hideIcon?: boolean;
  nameKey?: string;
}

export function ChartLegendContent({
  className,
  hideIcon = false,
  payload = [],
  verticalAlign = 'bottom',
  nameKey,
}: ChartLegendContentProps) {
  const { config } = useChart();
  if (payload.length === 0) return null;
  return (
    <div className={cn('flex items-center justify-center gap-4', verticalAlign === 'top' ? 'pb-3' : 'pt-3', className)}>
      {payload.map((item) => {
        const setting = configOf(config, item, nameKey);
        const Icon = setting?.icon;
        return (
          <div key={String(item.value)} className="flex items-center gap-1.5 [&>svg]:size-3 [&>svg]:text-muted-foreground">
            {Icon && !hideIcon ? <Icon /> : <span className="size-2 shrink-0 rounded-[2px]" style={{ backgroundColor: item.color }} />}
            {setting?.label ?? String(item.value ?? '')}
          </div>
        );
      })}
    </div>
  );
}
