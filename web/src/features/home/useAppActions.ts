import { useApolloClient } from '@apollo/client/react';
import { createElement } from 'react';
import { useTranslations } from 'use-intl';
import {
  type AppCardFragment,
  DeleteAppDocument,
  DuplicateAppDocument,
  HomeDocument,
  RenameAppDocument,
  UndoDeleteAppDocument,
} from '../../gen/home.ts';
import { download } from '../../lib/download.ts';
import { saveSentence, sentence } from '../../lib/errors.ts';
import { hideNotice, notify, notifyDone, notifyError } from '../../lib/notify.ts';
import { answerOf, isPage, refusalSentence } from '../../lib/refusals.ts';
import { UndoNote } from './UndoNote.tsx';

/** Actions on an app's card. Each is optimistic and rolled back when the server refuses it. */
export function useAppActions() {
  const t = useTranslations();
  const client = useApolloClient();

  const attempt = async (work: () => Promise<unknown>, toWords = sentence) => {
    try {
      await work();
      return true;
    } catch (error) {
      notifyError(toWords(error));
      return false;
    }
  };

  const rename = (app: AppCardFragment, name: string) =>
    attempt(
      () =>
        client.mutate({
          mutation: RenameAppDocument,
          variables: { id: app.id, name },
          optimisticResponse: { __typename: 'Mutation', renameApp: { ...app, name } },
        }),
      saveSentence,
    );

  const duplicate = (app: AppCardFragment, withRows: boolean) =>
    attempt(async () => {
      await client.mutate({
        mutation: DuplicateAppDocument,
        variables: { id: app.id, withRows },
        refetchQueries: [HomeDocument],
        awaitRefetchQueries: true,
      });
      notifyDone(t('home.duplicated', { app: app.name }));
    });

  /** The app as a project that builds on its own. */
  const exportProject = async ({ id, name }: AppCardFragment) => {
    try {
      const response = await fetch(`/api/apps/${id}/export.zip`);
      if (!response.ok || isPage(response)) return notifyError(refusalSentence(response.status, await answerOf(response)));
      download(await response.blob(), /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `${name}.zip`);
    } catch (error) {
      notifyError(sentence(error));
    }
  };

  const undo = (app: AppCardFragment) =>
    attempt(() => client.mutate({ mutation: UndoDeleteAppDocument, variables: { id: app.id }, refetchQueries: [HomeDocument] }));

  const remove = async (app: AppCardFragment) => {
    const done = await attempt(() =>
      client.mutate({
        mutation: DeleteAppDocument,
        variables: { id: app.id },
        optimisticResponse: { __typename: 'Mutation', deleteApp: { __typename: 'App', id: app.id, deletedAt: new Date().toISOString() } },
        update: (cache) => {
          cache.updateQuery({ query: HomeDocument }, (current) =>
            current === null ? null : { ...current, apps: current.apps.filter((each) => each.id !== app.id) },
          );
        },
        // Supersedes a list that was requested before.
        refetchQueries: [HomeDocument],
      }),
    );
    if (!done) return;
    const toast = `deleted-${app.id}`;
    const onUndo = () => {
      // The notification disappears with its focused button.
      document.getElementById('main')?.focus({ preventScroll: true });
      hideNotice(toast);
      void undo(app);
    };
    void notify({ id: toast, autoClose: 12_000, message: createElement(UndoNote, { name: app.name, onUndo }) });
  };

  return { rename, duplicate, exportProject, remove };
}
