import { code } from '../code.ts';
import type { Plan } from '../plan.ts';
import type { OutFile } from './parts.ts';

/** `layout`: what stands around every page. */
export function writeLayout(plan: Plan): OutFile {
  return { path: 'layout', title: 'Layout', content: writeTopBar(plan) };
}

function writeTopBar(plan: Plan): string {
  return code`
    import { LogIn, ${plan.icon} } from 'lucide-react';
    import { Link } from 'react-router-dom';
    import { Avatar, AvatarFallback } from '@/components/ui/avatar';
    import { Button } from '@/components/ui/button';
    import { createPageUrl } from '@/utils';
    import { initials } from '@/services/format';
    import { login, useVisitor } from '@/services/useVisitor';

    export default function Layout({ children }) {
      const { user, isReady } = useVisitor();

      return (
        <div className="min-h-dvh bg-background text-foreground">
          <header className="sticky top-0 z-20 border-b bg-background/80 backdrop-blur">
            <div className="mx-auto flex h-14 max-w-5xl items-center justify-between px-4 sm:px-6">
              <Link to={createPageUrl('Home')} className="flex items-center gap-2.5 font-semibold tracking-tight">
                <span className="grid size-8 place-items-center rounded-lg bg-primary text-primary-foreground">
                  <${plan.icon} className="size-4.5" aria-hidden />
                </span>
                ${plan.name}
              </Link>
              {user && (
                <Avatar className="size-8" title={user.email}>
                  <AvatarFallback className="bg-primary/10 text-xs text-primary">{initials(user.name || user.email)}</AvatarFallback>
                </Avatar>
              )}
              {isReady && !user && (
                <Button variant="ghost" size="sm" onClick={login}>
                  <LogIn className="size-4" />
                  Log in
                </Button>
              )}
            </div>
          </header>
          <main className="mx-auto max-w-5xl px-4 py-6 sm:px-6 sm:py-8">{children}</main>
        </div>
      );
    }
  `;
}
