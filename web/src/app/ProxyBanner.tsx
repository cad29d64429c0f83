import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../features/auth/VerifyBanner.module.css';
import { useLivePath } from '../lib/connection.ts';
import { useSession } from '../lib/session.ts';

type HostName = 'builder' | 'runtime';

/** Faults of proxies that this page or the server has met. */
function useProxyFaults(isAdmin: boolean): ReadonlySet<HostName | 'held'> {
  const path = useLivePath();
  const [found, setFound] = useState<readonly HostName[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another path, a fault may be over
  useEffect(() => {
    if (!isAdmin) return;
    const leaving = new AbortController();
    fetch('/readyz', { cache: 'no-store', signal: leaving.signal }).then(
      async (answer) => {
        const { warnings = [] } = (await answer.json()) as { warnings?: readonly { readonly host: HostName }[] };
        setFound(warnings.map(({ host }) => host));
      },
      // The screen itself says that the server cannot be reached.
      () => undefined,
    );
    return () => leaving.abort();
  }, [isAdmin, path]);
  const own = path === 'socket' ? [] : [path === 'held' ? ('held' as const) : ('builder' as const)];
  return new Set(isAdmin ? [...found, ...own] : []);
}

/** Says to admins, who can mend it, that a proxy lets live changes through by a detour only. */
export function ProxyBanner() {
  const t = useTranslations();
  const { account } = useSession();
  const faults = useProxyFaults(account?.isAdmin === true);
  if (faults.size === 0) return null;
  return (
    <div className={classes.root} role="status">
      {[...faults].map((fault) => (
        <span key={fault}>{t(`app.proxy.${fault}`)}</span>
      ))}
    </div>
  );
}
