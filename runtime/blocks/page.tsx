import { PlusIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';

export interface PageProps {
  /** Omit it when a block renders the page's heading, such as a detail. */
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** At the right of the title. */
  readonly actions?: ReactNode;
  /** Maximum width: `narrow` for text, `wide` or `full` for tables and boards; default `wide`. */
  readonly width?: 'narrow' | 'wide' | 'full' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const WIDTHS = { narrow: 'max-w-2xl', wide: 'max-w-6xl', full: 'max-w-none' } as const;

/** A page: its title and its sections. */
export function Page({ title, description, actions, width = 'wide', className, children }: PageProps) {
  return (
    <div className={cn('mx-auto grid w-full content-start gap-8 px-4 py-6 sm:px-6 sm:py-8', WIDTHS[width], className)}>
      {title ? (
        <header className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1">
            <h1 className="text-balance font-semibold text-2xl tracking-tight">{title}</h1>
            {description ? <p className="mt-1 text-muted-foreground">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </header>
      ) : null}
      {children}
    </div>
  );
}

export interface SectionProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** At the right of the title. */
  readonly actions?: ReactNode;
  /** Below the title, or beside the actions of a section without one. */
  readonly toolbar?: ReactNode;
  /** With a border and a background of its own; default no. */
  readonly isCard?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a page with its heading. All blocks stand in one. */
export function Section({ title, description, actions, toolbar, isCard = false, className, children }: SectionProps) {
  return (
    <section data-slot="section" className={cn('grid min-w-0 content-start gap-3', className)}>
      <SectionHead title={title} description={description} actions={actions} toolbar={toolbar} />
      {isCard ? <div className="min-w-0 overflow-hidden rounded-xl border bg-card text-card-foreground">{children}</div> : children}
    </section>
  );
}

function SectionHead({ title, description, actions, toolbar }: Pick<SectionProps, 'title' | 'description' | 'actions' | 'toolbar'>) {
  const hasHeading = Boolean(title || description);
  if (!hasHeading && !actions && !toolbar) return null;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3">
      {hasHeading ? (
        <div className="min-w-0 flex-1">
          {title ? <h2 className="font-semibold text-base tracking-tight">{title}</h2> : null}
          {description ? <p className="text-muted-foreground text-sm">{description}</p> : null}
        </div>
      ) : (
        toolbar
      )}
      {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
      {hasHeading && toolbar ? <div className="w-full">{toolbar}</div> : null}
    </div>
  );
}

export interface AddButtonProps {
  readonly noun: string;
  readonly editor: { open(): void; preload(): void };
  readonly variant?: 'default' | 'outline' | undefined;
}

/** Opens the form for a new row. */
export function AddButton({ noun, editor, variant = 'default' }: AddButtonProps) {
  return (
    <Button variant={variant} onClick={() => editor.open()} onPointerEnter={editor.preload} onFocus={editor.preload}>
      <PlusIcon /> Add {noun}
    </Button>
  );
}
