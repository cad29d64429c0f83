import type { ReactNode } from 'react';
import { cn } from '@/lib/utils';

interface PickProps {
  isPicked: boolean;
  onPick: () => void;
  className?: string;
  children: ReactNode;
}

/** One of several choices. */
export default function Pick({ isPicked, onPick, className, children }: PickProps) {
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      onClick={onPick}
      className={cn(
        'rounded-lg border bg-card px-4 py-2.5 text-left text-sm outline-none transition-colors hover:border-primary focus-visible:ring-[3px] focus-visible:ring-ring/40',
        isPicked && 'border-primary bg-primary/10 ring-1 ring-primary',
        className,
      )}
    >
      {children}
    </button>
  );
}
