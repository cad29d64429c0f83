import type { ApolloClient } from '@apollo/client';
import { StartPreviewDocument, type StartPreviewMutation } from '../../gen/preview.ts';

type Session = StartPreviewMutation['startPreview'];

export interface Preload {
  /** Resolves with null on failure: the screen then starts the preview itself and shows the error. */
  readonly session: Promise<Session | null>;
  /** The session once resolved, so that the first render has it. */
  readonly settled: Session | null;
}

/** Milliseconds before a preload is stale: its token lives much longer, but the app may change. */
const FRESH_MS = 10_000;

let preloaded: (Preload & { readonly appId: string; readonly until: number }) | null = null;

/** Starts the preview of an app's current version while the code of its screen loads. */
export function preloadPreview(client: ApolloClient, appId: string): void {
  const session = client.mutate({ mutation: StartPreviewDocument, variables: { appId } }).then(
    ({ data }) => data?.startPreview ?? null,
    () => null,
  );
  const preload = { appId, session, settled: null as Session | null, until: performance.now() + FRESH_MS };
  preloaded = preload;
  void session.then((settled) => {
    preload.settled = settled;
  });
}

/** The preload of an app unless it is stale; null when there is none. */
export function preloadOf(appId: string): Preload | null {
  return preloaded?.appId === appId && preloaded.until > performance.now() ? preloaded : null;
}
