import { useEffect, useState } from 'react';
import { endUserAuth, type PublicApp } from '../../lib/auth.ts';

/** The published app with this id. Undefined while pending; null without an id, and for an app that cannot be read. */
export function usePublicApp(appId: string | null): PublicApp | null | undefined {
  const [found, setFound] = useState<{ readonly appId: string; readonly app: PublicApp | null } | null>(null);
  useEffect(() => {
    if (appId === null) return;
    let left = false;
    const keep = (app: PublicApp | null) => {
      if (!left) setFound({ appId, app });
    };
    endUserAuth.app(appId).then(keep, () => keep(null));
    return () => {
      left = true;
    };
  }, [appId]);
  if (appId === null) return null;
  return found?.appId === appId ? found.app : undefined;
}
