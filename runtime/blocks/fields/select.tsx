import { ChevronDownIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../../kit/cn.ts';

/** The native select: it adds no code and suits phones. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block', className)}>
      <select
        {...props}
        className="h-9 w-full min-w-0 appearance-none truncate rounded-md border border-input bg-background pr-8 pl-3 text-base outline-none transition-colors focus-visible:border-ring focus-visible:ring-[3px] focus-visible:ring-ring/40 disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive md:text-sm [&>option]:bg-popover [&>option]:text-popover-foreground"
      />
      <ChevronDownIcon className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted-foreground" aria-hidden />
    </span>
  );
}
