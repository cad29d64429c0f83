import { useMutation, useSubscription } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { PreviewBuiltDocument, StartPreviewDocument, type StartPreviewMutation } from '../../gen/preview.ts';
import { sentence } from '../../lib/errors.ts';
import { preloadOf } from './preload.ts';

export type PreviewSession = StartPreviewMutation['startPreview'];

/** How long before its end a token is replaced. */
const margin = 120_000;
/** How often that is looked at: a computer that slept knows only the clock, and a server that was away is asked again. */
const look = 30_000;
/** How long a new version waits for its build to be told before it is asked for. */
const patience = 500;

export interface Preview {
  /** The last build that was made; it stays while the next one is being made. */
  readonly session: PreviewSession | null;
  readonly error: string | null;
  readonly isStarting: boolean;
  /** Compiles again and hands out a new token. */
  readonly restart: () => void;
}

const ofVersion = (session: PreviewSession | null, versionId: string | null): PreviewSession | null =>
  session?.build.versionId === versionId ? session : null;

/**
 * The preview of a version, and a new token before the frame's runs out. While the current version is shown, the builds of the next ones
 * are told by the server as soon as they are made.
 */
export function usePreviewSession(appId: string, versionId: string | null, isCurrent: boolean): Preview {
  const [startPreview] = useMutation(StartPreviewDocument);
  const [preload] = useState(() => (isCurrent ? preloadOf(appId) : null));
  const [session, setSession] = useState<PreviewSession | null>(ofVersion(preload?.settled ?? null, versionId));
  const [error, setError] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [round, setRound] = useState(0);
  /** The version whose build was told last; null when one was asked for since. */
  const told = useRef<string | null>(null);
  /** What was asked for last, once it was answered. */
  const started = useRef<{ readonly appId: string; readonly round: number; readonly isCurrent: boolean } | null>(null);

  useSubscription(PreviewBuiltDocument, {
    variables: { appId },
    skip: versionId === null || !isCurrent,
    ignoreResults: true,
    onData({ data: { data } }) {
      if (data === undefined || started.current?.appId !== appId) return;
      const build = data.previewBuilt;
      told.current = build.versionId;
      setIsStarting(false);
      setError(null);
      setSession((current) => current && { ...current, build });
    },
    // Then builds are asked for.
    onError: () => undefined,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round starts the same version again; whether it is the current one changes with it
  useEffect(() => {
    if (versionId === null) return;
    let left = false;
    const { current: last } = started;
    const isNext = isCurrent && last?.appId === appId && last.round === round && last.isCurrent;
    if (isNext && told.current === versionId) return;
    setIsStarting(true);
    const start = () => {
      if (isNext && told.current === versionId) return;
      told.current = null;
      const ask = async () => (await startPreview({ variables: { appId, versionId } })).data?.startPreview ?? null;
      const preloaded = isCurrent && last === null && round === 0 ? preload?.session : undefined;
      const begun = preloaded === undefined ? ask() : preloaded.then((answer) => ofVersion(answer, versionId) ?? ask());
      begun.then(
        (answer) => {
          if (left) return;
          setIsStarting(false);
          setError(null);
          if (answer === null) return;
          started.current = { appId, round, isCurrent };
          // A newer build may have been told meanwhile.
          setSession((current) =>
            current?.token === answer.token ? current : told.current === null || !current ? answer : { ...answer, build: current.build },
          );
        },
        (failure: unknown) => {
          if (left) return;
          setIsStarting(false);
          setError(sentence(failure));
        },
      );
    };
    const timer = isNext ? window.setTimeout(start, patience) : null;
    if (timer === null) start();
    return () => {
      left = true;
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [appId, versionId, startPreview, round, preload]);

  const expiresAt = session?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = window.setInterval(() => {
      if (Date.parse(expiresAt) - Date.now() < margin) setRound((current) => current + 1);
    }, look);
    return () => window.clearInterval(timer);
  }, [expiresAt]);

  return { session: versionId === null ? null : session, error, isStarting, restart: () => setRound(round + 1) };
}
