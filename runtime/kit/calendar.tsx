import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon, ChevronUpIcon } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { type DayButton, DayPicker, getDefaultClassNames, type Labels, Nav } from 'react-day-picker';
import { Button, type ButtonProps, buttonVariants } from './button.tsx';
import { cn } from './cn.ts';
import { currentClassNames, currentLimits, type OlderCalendarProps } from './parts/calendar-words.ts';

const icons = { left: ChevronLeftIcon, right: ChevronRightIcon, up: ChevronUpIcon, down: ChevronDownIcon } as const;

function Chevron({ className, orientation = 'down' }: { className?: string; orientation?: keyof typeof icons }) {
  const Icon = icons[orientation];
  return <Icon className={cn('size-4', className)} />;
}

/** No landmark for two buttons: several calendars on a page would be landmarks of the same name. */
function CalendarNav(props: ComponentProps<typeof Nav>) {
  return <Nav {...props} role="none" aria-label={undefined} />;
}

/** Contains the visible number, so that voice control finds the button by it (WCAG 2.5.3). */
const labelDayButton: Labels['labelDayButton'] = (date, { today, selected }, _options, library) =>
  [today ? 'Today' : '', library?.format(date, 'EEEE, d MMMM yyyy') ?? date.toDateString(), selected ? 'selected' : '']
    .filter(Boolean)
    .join(', ');

type DayPickerProps = ComponentProps<typeof DayPicker>;
type OlderWords = OlderCalendarProps & {
  captionLayout?: DayPickerProps['captionLayout'] | 'buttons' | 'dropdown-buttons';
  classNames?: Readonly<Record<string, string | undefined>> | undefined;
};
// Distributive, since `selected` and `mode` are a discriminated union.
type WithOlderWords<Props> = Props extends unknown ? Omit<Props, keyof OlderWords> & OlderWords : never;
export type CalendarProps = WithOlderWords<DayPickerProps> & { buttonVariant?: ButtonProps['variant'] };

export function Calendar({
  className,
  classNames = {},
  showOutsideDays = true,
  captionLayout = 'label',
  buttonVariant = 'ghost',
  components,
  labels,
  initialFocus,
  fromDate,
  toDate,
  fromMonth,
  toMonth,
  fromYear,
  toYear,
  ...props
}: CalendarProps) {
  const defaults = getDefaultClassNames();
  const layout = captionLayout === 'dropdown-buttons' ? 'dropdown' : captionLayout === 'buttons' ? 'label' : captionLayout;
  const nav = cn(buttonVariants({ variant: buttonVariant }), 'size-(--cell-size) select-none p-0 aria-disabled:opacity-50');
  return (
    <DayPicker
      showOutsideDays={showOutsideDays}
      captionLayout={layout}
      className={cn(
        'group/calendar w-fit bg-background p-3 [--cell-size:--spacing(8)] in-data-[slot=card-content]:bg-transparent in-data-[slot=popover-content]:bg-transparent',
        className,
      )}
      {...currentLimits({ initialFocus, fromDate, toDate, fromMonth, toMonth, fromYear, toYear })}
      {...(props as DayPickerProps)}
      classNames={{
        root: cn('w-fit', defaults.root),
        months: cn('relative flex flex-col gap-4 md:flex-row', defaults.months),
        month: cn('flex w-full flex-col gap-4', defaults.month),
        nav: cn('absolute inset-x-0 top-0 flex w-full items-center justify-between gap-1', defaults.nav),
        button_previous: cn(nav, defaults.button_previous),
        button_next: cn(nav, defaults.button_next),
        month_caption: cn('flex h-(--cell-size) w-full items-center justify-center px-(--cell-size)', defaults.month_caption),
        caption_label: cn(
          'select-none font-medium text-sm',
          layout !== 'label' && 'flex h-8 items-center gap-1 rounded-md pr-1 pl-2 [&>svg]:size-3.5 [&>svg]:text-muted-foreground',
          defaults.caption_label,
        ),
        dropdowns: cn('flex h-(--cell-size) w-full items-center justify-center gap-1.5 font-medium text-sm', defaults.dropdowns),
        dropdown_root: cn(
          'relative rounded-md border border-input has-focus:border-ring has-focus:ring-[3px] has-focus:ring-ring/40',
          defaults.dropdown_root,
        ),
        dropdown: cn('absolute inset-0 bg-popover opacity-0', defaults.dropdown),
        month_grid: 'w-full border-collapse',
        weekdays: cn('flex', defaults.weekdays),
        weekday: cn('flex-1 select-none font-normal text-muted-foreground text-xs', defaults.weekday),
        week: cn('mt-1 flex w-full', defaults.week),
        week_number_header: cn('w-(--cell-size) select-none', defaults.week_number_header),
        week_number: cn('select-none text-muted-foreground text-xs', defaults.week_number),
        day: cn('group/day relative aspect-square h-full w-full select-none p-0 text-center', defaults.day),
        range_start: cn('rounded-l-md bg-accent', defaults.range_start),
        range_middle: cn('rounded-none bg-accent', defaults.range_middle),
        range_end: cn('rounded-r-md bg-accent', defaults.range_end),
        today: cn('font-semibold', defaults.today),
        outside: cn('text-muted-foreground', defaults.outside),
        disabled: cn('text-muted-foreground opacity-50', defaults.disabled),
        hidden: cn('invisible', defaults.hidden),
        ...currentClassNames(classNames),
      }}
      labels={{ labelDayButton, ...labels }}
      components={{ Chevron, Nav: CalendarNav, DayButton: CalendarDayButton, ...components }}
    />
  );
}

export function CalendarDayButton({ className, day, modifiers, children, ...props }: ComponentProps<typeof DayButton>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (modifiers['focused']) button.current?.focus();
  }, [modifiers]);
  const { selected, range_start: isStart, range_end: isEnd, range_middle: isMiddle, today, outside } = modifiers;
  return (
    <Button
      ref={button}
      variant="ghost"
      size="icon"
      data-day={day.isoDate}
      data-selected-single={Boolean(selected && !isStart && !isEnd && !isMiddle)}
      data-range-start={isStart}
      data-range-end={isEnd}
      data-range-middle={isMiddle}
      className={cn(
        'flex aspect-square size-auto h-full w-full min-w-(--cell-size) flex-col gap-1 font-normal leading-none',
        outside && 'text-muted-foreground',
        today && 'font-semibold text-primary',
        'data-[range-end=true]:bg-primary data-[range-start=true]:bg-primary data-[selected-single=true]:bg-primary data-[range-end=true]:text-primary-foreground data-[range-start=true]:text-primary-foreground data-[selected-single=true]:text-primary-foreground',
        'data-[range-middle=true]:rounded-none data-[range-middle=true]:text-accent-foreground',
        '[&>span]:text-xs',
        className,
      )}
      {...props}
    >
      {children}
    </Button>
  );
}
