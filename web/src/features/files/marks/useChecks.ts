import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { CheckAppFilesDocument } from '../../../gen/files.ts';
import { useApp } from '../../../lib/workspace/hooks.ts';
import { usePanel } from '../../../lib/workspace/workspace.ts';
import type { DraftsState } from '../drafts/draftStore.ts';
import { Checks, type FileProblem } from './checks.ts';

const none: readonly FileProblem[] = [];

/** The problems of the newest version with its unsaved changes, errors first. */
export function useChecks({ head, drafts }: DraftsState, isEnabled: boolean): readonly FileProblem[] {
  const { id } = useApp();
  const { isOpen } = usePanel();
  const client = useApolloClient();
  const [checks] = useState(
    () =>
      new Checks(async ({ baseVersionId, changes }) => {
        const variables = { id, baseVersionId, changes: [...changes] };
        const { data } = await client.query({ query: CheckAppFilesDocument, variables, fetchPolicy: 'no-cache' });
        return [...(data?.checkAppFiles ?? [])].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
      }),
  );
  const isActive = isEnabled && isOpen && head !== null;
  useEffect(() => {
    if (!isActive) return;
    const changes = [...drafts].map(([path, { text }]) => ({ path, content: text }));
    checks.request({ baseVersionId: head.id, changes });
    return () => checks.stop();
  }, [checks, isActive, head, drafts]);
  const found = useSyncExternalStore(checks.subscribe, checks.get);
  return isEnabled ? found : none;
}
