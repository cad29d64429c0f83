import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { SetAppThumbnailDocument } from '../../gen/preview.ts';

const pause = 20_000;
const limit = 300_000;

/** Keeps the app's picture for its card, at most every 20 s. That it fails is nothing the builder has to know. */
export function useThumbnail(appId: string, isLatest: boolean): (image: string) => void {
  const [setAppThumbnail] = useMutation(SetAppThumbnailDocument);
  const last = useRef(0);
  return (image) => {
    if (!isLatest || image.length > limit || Date.now() - last.current < pause) return;
    last.current = Date.now();
    void setAppThumbnail({ variables: { id: appId, image } }).catch(() => undefined);
  };
}
