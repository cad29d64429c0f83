import { useMutation, useSubscription } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { PreviewBuiltDocument, StartPreviewDocument, type StartPreviewMutation } from '../../gen/preview.ts';
import { sentence } from '../../lib/errors.ts';
import { preloadOf } from './preload.ts';

export type PreviewSession = StartPreviewMutation['startPreview'];

/** Milliseconds before expiry at which a token is renewed. */
const renewBefore = 120_000;
/** Milliseconds between checks of the expiry. Polling survives a sleeping computer, and retries after an outage of the server. */
const checkInterval = 30_000;
/** Milliseconds that a new version waits for the server to push its build before it is requested. */
const pushTimeout = 500;

export interface Preview {
  /** The last successful build; it stays while the next one is pending. */
  readonly session: PreviewSession | null;
  readonly error: string | null;
  readonly isStarting: boolean;
  /** Compiles again and issues a new token. */
  readonly restart: () => void;
}

const ofVersion = (session: PreviewSession | null, versionId: string | null): PreviewSession | null =>
  session?.build.versionId === versionId ? session : null;

/**
 * The preview session of a version; renews its token before it expires. While the current version is shown, the server pushes the builds of
 * later versions as soon as they are compiled.
 */
export function usePreviewSession(appId: string, versionId: string | null, isCurrent: boolean): Preview {
  const [startPreview] = useMutation(StartPreviewDocument);
  const [preload] = useState(() => (isCurrent ? preloadOf(appId) : null));
  const [session, setSession] = useState<PreviewSession | null>(ofVersion(preload?.settled ?? null, versionId));
  const [error, setError] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [round, setRound] = useState(0);
  /** Version of the last pushed build; null once a build has been requested since. */
  const pushed = useRef<string | null>(null);
  /** Parameters of the last answered request. */
  const started = useRef<{ readonly appId: string; readonly round: number; readonly isCurrent: boolean } | null>(null);

  useSubscription(PreviewBuiltDocument, {
    variables: { appId },
    skip: versionId === null || !isCurrent,
    ignoreResults: true,
    onData({ data: { data } }) {
      if (data === undefined || started.current?.appId !== appId) return;
      const build = data.previewBuilt;
      pushed.current = build.versionId;
      setIsStarting(false);
      setError(null);
      setSession((current) => current && { ...current, build });
    },
    // Falls back to requesting builds.
    onError: () => undefined,
  });

  // The token of an older version reads only: a version that becomes the current one, or is no longer, starts again.
  useEffect(() => {
    if (versionId === null) return;
    let cancelled = false;
    const { current: last } = started;
    const isNext = isCurrent && last?.appId === appId && last.round === round && last.isCurrent;
    if (isNext && pushed.current === versionId) return;
    setIsStarting(true);
    const start = () => {
      if (isNext && pushed.current === versionId) return;
      pushed.current = null;
      const ask = async () => (await startPreview({ variables: { appId, versionId } })).data?.startPreview ?? null;
      const preloaded = isCurrent && last === null && round === 0 ? preload?.session : undefined;
      const begun = preloaded === undefined ? ask() : preloaded.then((answer) => ofVersion(answer, versionId) ?? ask());
      begun.then(
        (answer) => {
          if (cancelled) return;
          setIsStarting(false);
          setError(null);
          if (answer === null) return;
          started.current = { appId, round, isCurrent };
          // A newer build may have been pushed meanwhile.
          setSession((current) =>
            current?.token === answer.token ? current : pushed.current === null || !current ? answer : { ...answer, build: current.build },
          );
        },
        (failure: unknown) => {
          if (cancelled) return;
          setIsStarting(false);
          setError(sentence(failure));
        },
      );
    };
    const timer = isNext ? window.setTimeout(start, pushTimeout) : null;
    if (timer === null) start();
    return () => {
      cancelled = true;
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [appId, versionId, isCurrent, startPreview, round, preload]);

  const expiresAt = session?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = window.setInterval(() => {
      if (Date.parse(expiresAt) - Date.now() < renewBefore) setRound((current) => current + 1);
    }, checkInterval);
    return () => window.clearInterval(timer);
  }, [expiresAt]);

  return { session: versionId === null ? null : session, error, isStarting, restart: () => setRound(round + 1) };
}
