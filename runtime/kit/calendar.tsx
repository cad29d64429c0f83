import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { DayPicker, getDefaultClassNames } from 'react-day-picker';
import { type ButtonProps, buttonVariants } from './button.tsx';
import { cn } from './cn.ts';

const icons = { left: ChevronLeftIcon, right: ChevronRightIcon, up: ChevronDownIcon, down: ChevronDownIcon } as const;

function Chevron({ className, orientation = 'down' }: { className?: string; orientation?: keyof typeof icons }) {
  const Icon = icons[orientation];
  return <Icon className={cn('size-4', className)} />;
}

export type CalendarProps = ComponentProps<typeof DayPicker> & { buttonVariant?: ButtonProps['variant'] };

export function Calendar({ className, classNames, showOutsideDays = true, buttonVariant = 'ghost', components, ...props }: CalendarProps) {
  const defaults = getDefaultClassNames();
  const nav = cn(buttonVariants({ variant: buttonVariant }), 'size-8 select-none p-0 aria-disabled:opacity-50');
  return (
    <DayPicker
      showOutsideDays={showOutsideDays}
      className={cn('w-fit bg-background p-3 in-data-[slot=popover-content]:bg-transparent', className)}
      classNames={{
        root: cn('w-fit', defaults.root),
        months: cn('relative flex flex-col gap-4 md:flex-row', defaults.months),
        month: cn('flex w-full flex-col gap-4', defaults.month),
        nav: cn('absolute inset-x-0 top-0 flex w-full items-center justify-between gap-1', defaults.nav),
        button_previous: cn(nav, defaults.button_previous),
        button_next: cn(nav, defaults.button_next),
        month_caption: cn('flex h-8 w-full items-center justify-center px-8', defaults.month_caption),
        caption_label: cn('select-none font-medium text-sm', defaults.caption_label),
        dropdowns: cn('flex h-8 w-full items-center justify-center gap-1.5 font-medium text-sm', defaults.dropdowns),
        dropdown_root: cn('relative rounded-md border border-input', defaults.dropdown_root),
        dropdown: cn('absolute inset-0 opacity-0', defaults.dropdown),
        month_grid: 'w-full border-collapse',
        weekdays: cn('flex', defaults.weekdays),
        weekday: cn('flex-1 select-none rounded-md font-normal text-[0.8rem] text-muted-foreground', defaults.weekday),
        week: cn('mt-1 flex w-full', defaults.week),
        day: cn('group/day relative aspect-square h-full w-full select-none p-0 text-center', defaults.day),
        day_button: cn(
          buttonVariants({ variant: 'ghost' }),
          'size-8 p-0 font-normal group-data-[selected=true]/day:bg-primary group-data-[selected=true]/day:text-primary-foreground group-data-[selected=true]/day:hover:bg-primary',
          defaults.day_button,
        ),
        range_start: cn('rounded-l-md bg-accent', defaults.range_start),
        range_middle: cn('rounded-none bg-accent', defaults.range_middle),
        range_end: cn('rounded-r-md bg-accent', defaults.range_end),
        today: cn('rounded-md bg-accent text-accent-foreground', defaults.today),
        outside: cn('text-muted-foreground opacity-60', defaults.outside),
        disabled: cn('text-muted-foreground opacity-40', defaults.disabled),
        hidden: cn('invisible', defaults.hidden),
        ...classNames,
      }}
      components={{ Chevron, ...components }}
      {...props}
    />
  );
}
