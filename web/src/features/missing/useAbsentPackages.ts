import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { AbsentPackagesDocument, type AbsentPackagesQuery } from '../../gen/missingPackages.ts';
import { useApp, useRestartPreview } from '../../lib/workspace/hooks.ts';

const POLL_MS = 2000;

export type Absent = AbsentPackagesQuery['absentPackages'][number];

/** npm packages that the app's code imports and apps may not. Followed while one is being fetched. */
export function useAbsentPackages(): readonly Absent[] {
  const { id: appId } = useApp();
  // A failure is not shown: the problems of the preview name the packages, too.
  const { data, startPolling, stopPolling } = useQuery(AbsentPackagesDocument, {
    variables: { appId },
    fetchPolicy: 'cache-and-network',
  });
  const isPending = data?.absentPackages.some(({ status }) => status === 'pending') === true;
  useEffect(() => {
    if (isPending) startPolling(POLL_MS);
    return stopPolling;
  }, [isPending, startPolling, stopPolling]);
  useArrivals(data?.absentPackages.length);
  return data?.absentPackages ?? [];
}

/** Has the preview compile again when a package has arrived. */
function useArrivals(count: number | undefined): void {
  const restart = useRestartPreview();
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (count !== undefined && before.current !== undefined && count < before.current) restart();
    before.current = count ?? before.current;
  }, [count, restart]);
}
