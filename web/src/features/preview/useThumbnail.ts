import { useMutation } from '@apollo/client/react';
import { useCallback, useEffect, useRef } from 'react';
import { SetAppThumbnailDocument } from '../../gen/preview.ts';

const interval = 20_000;
const limit = 300_000;

/**
 * Saves the app's thumbnail for its card, while the preview shows the app as it is (`isShown`). Throttled to one per 20 s; the last one is
 * always sent, at the latest on unmount. Failures are ignored: the builder cannot act on them.
 */
export function useThumbnail(appId: string, isShown: boolean): (image: string) => void {
  const [setAppThumbnail] = useMutation(SetAppThumbnailDocument);
  const pending = useRef<string | null>(null);
  const timer = useRef(0);
  const send = useCallback(() => {
    timer.current = 0;
    const image = pending.current;
    if (image === null) return;
    pending.current = null;
    timer.current = window.setTimeout(send, interval);
    void setAppThumbnail({ variables: { id: appId, image } }).catch(() => undefined);
  }, [appId, setAppThumbnail]);
  useEffect(
    () => () => {
      send();
      window.clearTimeout(timer.current);
    },
    [send],
  );
  return (image) => {
    if (!isShown || image.length > limit) return;
    pending.current = image;
    if (timer.current === 0) send();
  };
}
