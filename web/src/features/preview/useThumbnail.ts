import { useMutation } from '@apollo/client/react';
import { useCallback, useEffect, useRef } from 'react';
import { SetAppThumbnailDocument } from '../../gen/preview.ts';

const pause = 20_000;
const limit = 300_000;

/**
 * Keeps the app's picture for its card, at most every 20 s; the last one always gets there, when the builder is left at the latest. That
 * it fails is nothing the builder has to know.
 */
export function useThumbnail(appId: string, isLatest: boolean): (image: string) => void {
  const [setAppThumbnail] = useMutation(SetAppThumbnailDocument);
  const waiting = useRef<string | null>(null);
  const timer = useRef(0);
  const send = useCallback(() => {
    timer.current = 0;
    const image = waiting.current;
    if (image === null) return;
    waiting.current = null;
    timer.current = window.setTimeout(send, pause);
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
    if (!isLatest || image.length > limit) return;
    waiting.current = image;
    if (timer.current === 0) send();
  };
}
