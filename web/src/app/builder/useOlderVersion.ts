import { useMutation } from '@apollo/client/react';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { RestoreVersionDocument } from '../../gen/chat.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';

interface OlderVersionOptions {
  readonly appId: string;
  readonly currentVersionId: string | null;
  /** Reads again what a restore changed. */
  readonly onRestored: () => Promise<unknown>;
}

/** Looking at an older version, which blocks changes, and going back to one. Which one stands in the address. */
export function useOlderVersion({ appId, currentVersionId, onRestored }: OlderVersionOptions) {
  const [query, setQuery] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const [restoreVersion] = useMutation(RestoreVersionDocument);
  const chosen = query.get('version');
  const versionId = chosen === currentVersionId ? null : chosen;

  const view = (id: string | null) => {
    setIsAsking(false);
    setQuery((current) => {
      const next = new URLSearchParams(current);
      if (id === null || id === currentVersionId) next.delete('version');
      else next.set('version', id);
      return next;
    });
  };
  const restore = (id: string, messageId?: string) =>
    modals.openConfirmModal({
      title: 'Restore this version?',
      children: `Your app goes back to this version${messageId === undefined ? '' : ', and later messages are hidden'}. Newer versions are kept, so you can return to them.`,
      labels: { confirm: 'Restore', cancel: 'Cancel' },
      onConfirm: () => {
        void restoreVersion({ variables: { id: appId, versionId: id, messageId: messageId ?? null } })
          .then(async () => {
            view(null);
            await onRestored();
            notifyDone('Restored');
          })
          .catch(() => notifyError('Failed to restore version'));
      },
    });

  return {
    /** The older version on the screen; null for the latest. */
    versionId,
    isAsking,
    view,
    restore,
    latest: () => view(null),
    stay: () => setIsAsking(false),
    /** False, and asks, while an older version is on the screen. */
    mayChange: () => {
      if (versionId === null) return true;
      setIsAsking(true);
      return false;
    },
  };
}
