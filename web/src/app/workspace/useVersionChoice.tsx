import { useMutation } from '@apollo/client/react';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RestoreVersionDocument } from '../../gen/chat.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { restoreRows } from '../../lib/restoreRows.tsx';
import type { RowSnapshot } from '../../lib/versionEffects.ts';
import type { ShownVersion } from '../../lib/workspace/workspace.ts';
import { RestoreEffects } from './RestoreEffects.tsx';
import type { QueryState } from './useQueryState.ts';

interface VersionChoiceOptions extends QueryState {
  readonly appId: string;
  /** The builder may change nothing. */
  readonly isViewer: boolean;
  readonly isPublished: boolean;
  readonly currentVersionId: string | null;
  /** Refetches what a restore changed. */
  readonly onRestored: () => Promise<unknown>;
}

/** Viewing an older version, which blocks changes, and restoring one. The viewed version is in the URL. */
export function useVersionChoice({ appId, isViewer, isPublished, currentVersionId, onRestored, query, update }: VersionChoiceOptions) {
  const t = useTranslations();
  const [isAsking, setIsAsking] = useState(false);
  const [restoreVersion] = useMutation(RestoreVersionDocument);
  const chosen = query.get('version');
  const versionId = chosen === currentVersionId ? null : chosen;

  const view = (id: string | null) => {
    setIsAsking(false);
    update((next) => {
      if (id === null || id === currentVersionId) next.delete('version');
      else next.set('version', id);
    });
  };
  const restore = (id: string, messageId?: string) => {
    if (isViewer) return notifyError(t('common.viewOnly'));
    let rows: readonly RowSnapshot[] = [];
    modals.openConfirmModal({
      title: t('app.restore.ask'),
      children: (
        <>
          {t(messageId === undefined ? 'app.restore.keeps' : 'app.restore.hides')}
          <RestoreEffects
            appId={appId}
            versionId={id}
            isPublished={isPublished}
            onRows={(chosen) => {
              rows = chosen;
            }}
          />
        </>
      ),
      labels: { confirm: t('common.restore'), cancel: t('common.cancel') },
      onConfirm: () => {
        void restoreVersion({ variables: { id: appId, versionId: id, messageId: messageId ?? null } })
          .then(async () => {
            view(null);
            await onRestored();
            if (rows.length === 0) notifyDone(t('app.restore.done'));
            else void restoreRows(appId, rows);
          })
          .catch(() => notifyError(t('app.restore.failed')));
      },
    });
  };

  const version: ShownVersion = {
    id: versionId ?? currentVersionId,
    currentId: currentVersionId,
    isOlder: versionId !== null,
    view,
    restore,
    mayChange: () => {
      if (isViewer) {
        notifyError(t('common.viewOnly'));
        return false;
      }
      if (versionId === null) return true;
      setIsAsking(true);
      return false;
    },
  };
  return { version, isAsking, stay: () => setIsAsking(false) };
}
