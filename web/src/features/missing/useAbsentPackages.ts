import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { AbsentPackagesDocument, type AbsentPackagesQuery } from '../../gen/missingPackages.ts';
import { useApp, useIsCompiling, useRestartPreview } from '../../lib/workspace/hooks.ts';
import { useWorkspace } from '../../lib/workspace/workspace.ts';

const POLL_MS = 2000;
/** From the beginning of a compile: most need no package, and have ended by then. */
const FIRST_MS = 600;

export type Absent = AbsentPackagesQuery['absentPackages'][number];

/**
 * npm packages that the app's code imports and apps may not. Followed while one is being fetched, and while a compile may wait for one; the
 * workspace knows which are being fetched.
 */
export function useAbsentPackages(): readonly Absent[] {
  const { id: appId, currentVersion } = useApp();
  const { fetching } = useWorkspace().state;
  const isCompiling = useIsCompiling();
  // A failure is not shown: the problems of the preview name the packages, too.
  const { data, refetch, startPolling, stopPolling } = useQuery(AbsentPackagesDocument, {
    variables: { appId },
    fetchPolicy: 'cache-and-network',
  });
  const absent = data?.absentPackages;
  const pending = absent?.filter(({ status }) => status === 'pending').map(({ name }) => name) ?? [];
  const isPending = pending.length > 0;
  const names = pending.join(' ');
  useEffect(() => fetching.set(names === '' ? [] : names.split(' ')), [fetching, names]);
  const isWatching = isPending || isCompiling;
  useEffect(() => {
    if (isWatching) startPolling(POLL_MS);
    return stopPolling;
  }, [isWatching, startPolling, stopPolling]);
  // Each version may import others.
  const versionId = currentVersion?.id;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is asked for, and the beginning and the end of each compile
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = window.setTimeout(() => void refetch().catch(() => undefined), isCompiling ? FIRST_MS : 0);
    return () => window.clearTimeout(timer);
  }, [versionId, isCompiling, refetch]);
  useArrivals(absent, versionId);
  return absent ?? [];
}

/** Has the preview compile again when a package has arrived that the same version lacked. */
function useArrivals(absent: readonly Absent[] | undefined, versionId: string | undefined): void {
  const restart = useRestartPreview();
  const before = useRef<{ readonly names: readonly string[]; readonly versionId: string | undefined } | null>(null);
  useEffect(() => {
    if (absent === undefined) return;
    const names = absent.map(({ name }) => name);
    const { current } = before;
    before.current = { names, versionId };
    if (current?.versionId === versionId && current?.names.some((name) => !names.includes(name)) === true) restart();
  }, [absent, versionId, restart]);
}
