import { useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { StartPreviewDocument, type StartPreviewMutation } from '../../gen/preview.ts';
import { sentence } from '../../lib/errors.ts';

export type PreviewSession = StartPreviewMutation['startPreview'];

/** How long before its end a token is replaced. */
const margin = 120_000;

export interface Preview {
  /** The last build that was made; it stays while the next one is being made. */
  readonly session: PreviewSession | null;
  readonly error: string | null;
  readonly isStarting: boolean;
  /** Compiles again and hands out a new token. */
  readonly restart: () => void;
}

/** Compiles a version for the preview, again when the version changes and before the frame's token runs out. */
export function usePreviewSession(appId: string, versionId: string | null): Preview {
  const [startPreview] = useMutation(StartPreviewDocument);
  const [session, setSession] = useState<PreviewSession | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round starts the same version again
  useEffect(() => {
    if (versionId === null) return;
    let left = false;
    setIsStarting(true);
    startPreview({ variables: { appId, versionId } }).then(
      ({ data }) => {
        if (left) return;
        setIsStarting(false);
        setError(null);
        if (data) setSession(data.startPreview);
      },
      (failure: unknown) => {
        if (left) return;
        setIsStarting(false);
        setError(sentence(failure));
      },
    );
    return () => {
      left = true;
    };
  }, [appId, versionId, startPreview, round]);

  const expiresAt = session?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const pause = Math.max(30_000, Date.parse(expiresAt) - Date.now() - margin);
    const timer = window.setTimeout(() => setRound((current) => current + 1), pause);
    return () => window.clearTimeout(timer);
  }, [expiresAt]);

  return { session: versionId === null ? null : session, error, isStarting, restart: () => setRound(round + 1) };
}
