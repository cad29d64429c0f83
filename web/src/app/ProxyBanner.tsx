import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../features/auth/VerifyBanner.module.css';
import { fromServer } from '../i18n/language.ts';
import { useLivePath } from '../lib/connection.ts';
import { useSession } from '../lib/session.ts';

/** How the server begins sentences about WebSockets that it refuses itself. */
const ownRefusal = /^The server refuses WebSockets/;
/** Between questions whether a fault is over. */
const againTime = 20_000;

/** What the server says that works, but not as it should: proxies without WebSockets, clocks that differ. */
function useServerWarnings(isAdmin: boolean): readonly string[] {
  const path = useLivePath();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const hasWarnings = warnings.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another path is found, a fault may be over
  useEffect(() => {
    if (!isAdmin) return;
    const leaving = new AbortController();
    const read = async () => {
      const answer = await fetch('/readyz', { cache: 'no-store', signal: leaving.signal });
      const body = (await answer.json()) as { readonly warnings?: readonly string[] };
      setWarnings(body.warnings ?? []);
    };
    // The screen itself says that the server cannot be reached.
    const ask = () => void read().catch(() => undefined);
    ask();
    const timer = hasWarnings ? window.setInterval(ask, againTime) : 0;
    return () => {
      window.clearInterval(timer);
      leaving.abort();
    };
  }, [isAdmin, path, hasWarnings]);
  return warnings;
}

/** Tells admins, who can mend it, what is wrong with the installation, first of all that a proxy lets no WebSockets through. */
export function ProxyBanner() {
  const t = useTranslations();
  const { account } = useSession();
  const isAdmin = account?.isAdmin === true;
  const path = useLivePath();
  const warnings = useServerWarnings(isAdmin);
  if (!isAdmin) return null;
  // The server knows better why no WebSocket was opened when it refused them itself.
  const isRefusal = warnings.some((warning) => ownRefusal.test(warning));
  const own = path === 'socket' || isRefusal ? [] : [t(path === 'held' ? 'app.proxy.held' : 'app.proxy.builder')];
  // The server says the same of this page.
  const others = own.length === 0 ? warnings : warnings.filter((warning) => !warning.includes('(BUILDER_URL)'));
  if (own.length + others.length === 0) return null;
  return (
    <div className={classes.root} role="status">
      {[...own, ...others].map((text) => (
        <span key={text}>{fromServer(text)}</span>
      ))}
    </div>
  );
}
