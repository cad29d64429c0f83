import { useApolloClient } from '@apollo/client/react';
import { useTranslations } from 'use-intl';
import { EditAppFilesDocument, type EditAppFilesMutationVariables } from '../../../gen/files.ts';
import { errorStatus, sentence } from '../../../lib/errors.ts';
import { notifyDone, notifyError } from '../../../lib/notify.ts';
import { useApp, useRefetchApp } from '../../../lib/workspace/hooks.ts';
import { cacheVersion, type FileChange } from '../cacheVersion.ts';
import type { DraftStore } from '../drafts/draftStore.ts';
import { firstText } from './newFile.ts';
import { renameFile } from './renameImports.ts';

type Act = EditAppFilesMutationVariables['act'];

/** Adds, renames, deletes and changes whole files, each in one version. They resolve with whether it was done. */
export function useFileOperations(store: DraftStore) {
  const t = useTranslations();
  const client = useApolloClient();
  const { id: appId } = useApp();
  const refetchApp = useRefetchApp();

  const commit = async (changes: readonly FileChange[], act: Act, failure: string): Promise<boolean> => {
    try {
      await store.commit(changes, async (baseVersionId) => {
        const variables = { id: appId, baseVersionId, changes: [...changes], act };
        const { data } = await client.mutate({ mutation: EditAppFilesDocument, variables });
        const id = data?.editAppFiles.id ?? '';
        cacheVersion(client, { appId, baseVersionId, id, changes });
        return id;
      });
      void refetchApp();
      return true;
    } catch (error) {
      const status = errorStatus(error);
      notifyError(status === 409 || status === 400 ? sentence(error) : failure);
      if (status === 409) void refetchApp();
      return false;
    }
  };

  /** The saved files, those with unsaved changes as they are typed. */
  const texts = (): ReadonlyMap<string, string> => {
    const { head, drafts } = store.get();
    return new Map([...(head?.files ?? []), ...[...drafts].map(([path, { text }]) => [path, text] as const)]);
  };

  return {
    commit,
    add: (path: string) => commit([{ path, content: firstText(path) }], 'edited', t('files.saveFailed')),
    rename: (from: string, to: string) => commit(renameFile(texts(), from, to), 'renamed', t('files.rename.failed')),
    async remove(path: string) {
      const isDone = await commit([{ path, content: null }], 'deleted', t('files.deleteFailed'));
      if (isDone) notifyDone(t('files.deleted', { file: path }));
      return isDone;
    },
  };
}
