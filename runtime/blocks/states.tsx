import { InboxIcon, LockIcon, type LucideIcon, RotateCwIcon, SearchXIcon, TriangleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { login } from '../sdk/auth.ts';
import { type AnyEntity, failureText, nounsOf, type Rows } from './data.ts';

export interface StateProps {
  readonly icon?: LucideIcon | undefined;
  readonly title: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string | undefined;
}

/** What stands where rows would be. */
export function EmptyState({ icon: Icon = InboxIcon, title, description, action, className }: StateProps) {
  return (
    <div data-slot="empty-state" className={cn('grid justify-items-center gap-1 px-6 py-12 text-center', className)}>
      <span className="mb-2 grid size-11 place-content-center rounded-full bg-muted text-muted-foreground">
        <Icon className="size-5" aria-hidden />
      </span>
      <p className="font-medium">{title}</p>
      {description ? <p className="max-w-sm text-balance text-muted-foreground text-sm">{description}</p> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}

export function ErrorState({ title, error, onRetry }: { title: string; error: Error | null; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlertIcon}
        title={title}
        description={error === null ? null : failureText(error)}
        action={
          <Button variant="outline" onClick={onRetry}>
            <RotateCwIcon /> Try again
          </Button>
        }
      />
    </div>
  );
}

/** For people who may not see a table. */
export function NoAccess({ many, isVisitor }: { many: string; isVisitor: boolean }) {
  if (!isVisitor)
    return <EmptyState icon={LockIcon} title={`You cannot see these ${many}`} description="Ask the owner of this app for access." />;
  return (
    <EmptyState
      icon={LockIcon}
      title={`Log in to see these ${many}`}
      description="They are for people with an account."
      action={<Button onClick={() => login()}>Log in</Button>}
    />
  );
}

/** The words of a block that has no rows; what is left out is made of the table's name. */
export interface EmptyWords {
  readonly icon?: LucideIcon;
  readonly title?: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
}

interface RowStatesProps<R> {
  readonly entity: AnyEntity;
  readonly rows: Rows<R>;
  readonly empty?: EmptyWords | undefined;
  /** The button that adds the first row, for people who may. */
  readonly add?: ReactNode;
  /** Whether a search or a filter may be why there are no rows. */
  readonly isFiltered?: boolean;
  readonly skeleton?: ReactNode;
  readonly children: ReactNode;
}

/** Draws what there is instead of rows: loading, no access, a failure, none; else its children. */
export function RowStates<R>({ entity, rows, empty = {}, add, isFiltered = false, skeleton, children }: RowStatesProps<R>) {
  const { many } = nounsOf(entity);
  switch (rows.status) {
    case 'loading':
      return (
        <div aria-busy="true">
          <span role="status" className="sr-only">
            Loading {many}
          </span>
          {skeleton ?? <RowsSkeleton />}
        </div>
      );
    case 'denied':
      return <NoAccess many={many} isVisitor={rows.access.isVisitor} />;
    case 'error':
      return <ErrorState title={`The ${many} could not be loaded`} error={rows.error} onRetry={rows.retry} />;
    case 'ready':
      if (rows.rows.length > 0) return children;
      if (isFiltered) return <EmptyState icon={SearchXIcon} title={`No ${many} match`} description="Try other words, or fewer filters." />;
      return (
        <EmptyState
          icon={empty.icon}
          title={empty.title ?? `No ${many} yet`}
          description={empty.description ?? (rows.access.canAdd && add ? 'Add the first one to get started.' : null)}
          action={empty.action ?? (rows.access.canAdd ? add : null)}
        />
      );
  }
}

/** The shape of a list that is on its way. */
export function RowsSkeleton({ count = 5 }: { count?: number }) {
  return (
    <div className="divide-y">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className="flex items-center gap-4 px-4 py-3.5">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
