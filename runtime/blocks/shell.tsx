import { LogInIcon, LogOutIcon, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { useUser } from '../sdk/auth.ts';
import { createPageUrl } from '../sdk/navigation.ts';

export interface ShellPage {
  /** Name of the page, such as `Home`. */
  readonly page: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
}

export interface ShellProps {
  /** The name of the app. */
  readonly name: string;
  readonly icon?: LucideIcon | undefined;
  readonly pages: readonly ShellPage[];
  readonly currentPageName: string;
  /** Content at the right of the bar, such as a button. */
  readonly actions?: ReactNode;
  /** Whether log-in and log-out are in the bar; `'footer'` shows a log-in link in the footer, for public pages. Default yes. */
  readonly hasLogin?: boolean | 'footer' | undefined;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of an app: name, pages and log-in at the top; on a phone the pages are at the bottom, in reach of the thumb. */
export function AppShell({ name, icon: Icon, pages, currentPageName, actions, hasLogin = true, footer, children }: ShellProps) {
  const [home] = pages;
  const hasPages = pages.length > 1;
  return (
    <div className={cn('flex min-h-dvh flex-col', hasPages && 'pb-16 sm:pb-0')}>
      <header className="sticky top-0 z-30 border-b bg-background/90 backdrop-blur print:hidden">
        <div className="mx-auto flex h-14 max-w-6xl items-center gap-2 px-4 sm:gap-6 sm:px-6">
          <Link
            to={createPageUrl(home?.page ?? 'Home')}
            className="flex min-w-0 items-center gap-2.5 rounded-md font-semibold tracking-tight"
          >
            {Icon ? (
              <span className="grid size-7 shrink-0 place-content-center rounded-md bg-primary text-primary-foreground">
                <Icon className="size-4" aria-hidden />
              </span>
            ) : null}
            <span className="truncate">{name}</span>
          </Link>
          {hasPages ? (
            <nav aria-label="Pages" className="hidden items-center gap-1 sm:flex">
              {pages.map(({ page, label }) => (
                <Link
                  key={page}
                  to={createPageUrl(page)}
                  aria-current={page === currentPageName ? 'page' : undefined}
                  className="rounded-md px-3 py-1.5 text-muted-foreground text-sm transition-colors hover:bg-accent hover:text-accent-foreground aria-[current=page]:bg-accent aria-[current=page]:font-medium aria-[current=page]:text-accent-foreground"
                >
                  {label}
                </Link>
              ))}
            </nav>
          ) : null}
          <div className="ml-auto flex shrink-0 items-center gap-2">
            {actions}
            {hasLogin ? <LoginButton hasLogin={hasLogin === true} /> : null}
          </div>
        </div>
      </header>
      <main className="flex-1">{children}</main>
      <Footer hasLogin={hasLogin === 'footer'}>{footer}</Footer>
      {hasPages ? <BottomBar pages={pages} currentPageName={currentPageName} /> : null}
    </div>
  );
}

function BottomBar({ pages, currentPageName }: Pick<ShellProps, 'pages' | 'currentPageName'>) {
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t bg-background/95 pb-[env(safe-area-inset-bottom)] backdrop-blur sm:hidden print:hidden"
    >
      {pages.slice(0, 5).map(({ page, label, icon: Icon }) => (
        <Link
          key={page}
          to={createPageUrl(page)}
          aria-current={page === currentPageName ? 'page' : undefined}
          className="grid h-14 min-w-0 flex-1 place-content-center justify-items-center gap-1 text-muted-foreground text-xs aria-[current=page]:font-medium aria-[current=page]:text-primary"
        >
          {Icon ? <Icon className="size-5" aria-hidden /> : null}
          <span className="max-w-full truncate px-1">{label}</span>
        </Link>
      ))}
    </nav>
  );
}

/** In the builder's preview people are logged in already. */
function LoginButton({ hasLogin }: { hasLogin: boolean }) {
  const { user, isLoading, login, logout } = useUser();
  if (isLoading || window.parent !== window) return null;
  if (user === null) {
    return !hasLogin ? null : (
      <Button variant="ghost" size="sm" onClick={login}>
        <LogInIcon /> Log in
      </Button>
    );
  }
  return (
    <Button variant="ghost" size="sm" onClick={() => void logout()} title={user.email}>
      <LogOutIcon /> <span className="max-sm:sr-only">Log out</span>
    </Button>
  );
}

/** On public pages with a log-in for the people who look after them. */
function Footer({ hasLogin, children }: { hasLogin: boolean; children: ReactNode }) {
  const { user, isLoading, login } = useUser();
  const isOffered = hasLogin && !isLoading && user === null;
  if (!isOffered && !children) return null;
  return (
    <footer className="grid justify-items-center gap-2 border-t px-4 py-6 text-center text-muted-foreground text-sm print:hidden">
      {children}
      {isOffered ? (
        <Button variant="link" size="sm" className="text-muted-foreground" onClick={login}>
          Log in
        </Button>
      ) : null}
    </footer>
  );
}
