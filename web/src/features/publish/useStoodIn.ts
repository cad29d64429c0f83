import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { StoodInPackagesDocument } from '../../gen/publish.ts';
import { useApp } from '../../lib/workspace/hooks.ts';

const POLL_MS = 5000;

/** What the dialog says of packages that were not there when the app was published. */
export interface StoodIn {
  readonly text: string;
  /** One of them is here by now: publishing again brings it along. */
  readonly isHere: boolean;
}

/** Null when all packages were there. `publishedAt`: each publishing makes another build. */
export function useStoodIn(publishedAt: string | null): StoodIn | null {
  const t = useTranslations();
  const { id: appId } = useApp();
  // A failure is not shown: the dialog is of use without it.
  const { data, refetch, startPolling, stopPolling } = useQuery(StoodInPackagesDocument, {
    variables: { appId },
    skip: publishedAt === null,
    fetchPolicy: 'cache-and-network',
  });
  const asked = useRef(publishedAt);
  useEffect(() => {
    if (asked.current !== null && publishedAt !== null && asked.current !== publishedAt) void refetch().catch(() => undefined);
    asked.current = publishedAt;
  }, [publishedAt, refetch]);
  const found = publishedAt === null ? [] : (data?.stoodInPackages ?? []);
  const isHere = found.some((one) => one.isHere);
  const mayArrive = found.length > 0 && !isHere;
  useEffect(() => {
    if (mayArrive) startPolling(POLL_MS);
    return stopPolling;
  }, [mayArrive, startPolling, stopPolling]);
  if (found.length === 0) return null;
  return { text: t(isHere ? 'publish.withoutHere' : 'publish.without', { names: found.map(({ name }) => name).join(', ') }), isHere };
}
