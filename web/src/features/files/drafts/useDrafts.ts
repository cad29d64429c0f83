import { useApolloClient } from '@apollo/client/react';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CurrentVersionDocument, UpdateAppFileDocument, VersionFilesDocument, type VersionFilesQuery } from '../../../gen/files.ts';
import { translator } from '../../../i18n/language.ts';
import { errorStatus, sentence } from '../../../lib/errors.ts';
import { notifyError } from '../../../lib/notify.ts';
import { useSession } from '../../../lib/session.ts';
import { useApp, useRefetchApp, useUnsaved } from '../../../lib/workspace/hooks.ts';
import { cacheVersion } from '../cacheVersion.ts';
import { isAutosaving } from '../editorSettings.ts';
import { AUTOSAVE_AFTER, DraftStore, type DraftsState, type Version } from './draftStore.ts';
import { keptDraftsOf } from './keptDrafts.ts';

type Files = VersionFilesQuery['app']['version']['files'];

export const versionOf = ({ id, files }: { readonly id: string; readonly files: Files }): Version => ({
  id,
  files: new Map(files.map(({ path, content }) => [path, content])),
});

interface DraftsOptions {
  /** The newest version; undefined while it loads, or while an older one is shown. */
  readonly newest: Version | undefined;
  readonly canEdit: boolean;
}

/** The unsaved changes of the app's files, saved 2 s after the last one. */
export function useDrafts({ newest, canEdit }: DraftsOptions): { readonly store: DraftStore; readonly state: DraftsState } {
  const { id: appId } = useApp();
  const { account } = useSession();
  const accountId = useRef('');
  const client = useApolloClient();
  const refetchApp = useRefetchApp();
  const [store] = useState(
    () =>
      new DraftStore({
        async save({ isAutomatic: continues, ...input }) {
          const variables = { id: appId, ...input, continues };
          const { data } = await client.mutate({ mutation: UpdateAppFileDocument, variables });
          const id = data?.updateAppFile.id ?? '';
          cacheVersion(client, { appId, baseVersionId: input.baseVersionId, id, changes: [input] });
          void refetchApp();
          return id;
        },
        isConflict: (error) => errorStatus(error) === 409,
        async loadNewest() {
          const { data } = await client.query({ query: CurrentVersionDocument, variables: { appId }, fetchPolicy: 'network-only' });
          const version = data?.app.currentVersion ?? null;
          return version === null ? null : versionOf(version);
        },
        async loadVersion(versionId) {
          const { data } = await client.query({ query: VersionFilesDocument, variables: { appId, versionId } });
          return data === undefined ? { id: versionId, files: new Map() } : versionOf(data.app.version);
        },
        onError: (error) => notifyError(errorStatus(error) === 400 ? sentence(error) : translator()('files.saveFailed')),
        kept: keptDraftsOf(() => accountId.current, appId),
        autosaveAfter: () => (isAutosaving.get() ? AUTOSAVE_AFTER : null),
      }),
  );
  const state = useSyncExternalStore(store.subscribe, store.get);
  useUnsaved(state.drafts.size > 0);

  useEffect(() => {
    if (newest === undefined || account == null) return;
    accountId.current = account.id;
    store.show(newest);
  }, [store, newest, account]);
  useEffect(() => store.pause(!canEdit), [store, canEdit]);
  useEffect(() => () => store.close(), [store]);
  useWindowEvent('pagehide', () => store.keepNow());
  useWindowEvent('online', () => {
    if (canEdit && isAutosaving.get()) void store.saveAll({ isAutomatic: true });
  });
  return { store, state };
}
