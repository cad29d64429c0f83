import { code } from '../../code.ts';

/** `components/States`: what a list shows when it has no rows to show. */
export const statesFile = code`
  import { LogIn, RotateCw, SearchX } from 'lucide-react';
  import { Button } from '@/components/ui/button';
  import { Skeleton } from '@/components/ui/skeleton';
  import { login } from '@/auth';

  function Panel({ icon: Icon, title, text, children }) {
    return (
      <div className="flex flex-col items-center rounded-2xl border border-dashed bg-card/60 px-6 py-14 text-center">
        <div className="mb-4 grid size-14 place-items-center rounded-2xl bg-primary/10 text-primary">
          <Icon className="size-7" aria-hidden />
        </div>
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        <p className="mt-1 max-w-sm text-sm text-muted-foreground text-balance">{text}</p>
        {children && <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
      </div>
    );
  }

  export function EmptyState({ icon, title, text, children }) {
    return (
      <Panel icon={icon} title={title} text={text}>
        {children}
      </Panel>
    );
  }

  export function NoMatches({ onClear }) {
    return (
      <Panel icon={SearchX} title="Nothing matches" text="Try another word, or clear the search and filters.">
        <Button variant="outline" onClick={onClear}>
          Clear
        </Button>
      </Panel>
    );
  }

  export function LoginPrompt({ title, text }) {
    return (
      <Panel icon={LogIn} title={title} text={text}>
        <Button onClick={() => login()}>Log in</Button>
      </Panel>
    );
  }

  export function LoadError({ onRetry }) {
    return (
      <Panel icon={RotateCw} title="Could not load" text="Check your connection and try again.">
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
      </Panel>
    );
  }

  export function LoadingRows({ count = 3, className = 'h-28' }) {
    return (
      <div className="grid gap-3" aria-label="Loading" role="status">
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} className={'w-full rounded-xl bg-muted ' + className} />
        ))}
      </div>
    );
  }
`;
