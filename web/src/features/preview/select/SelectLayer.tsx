import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { BuilderMessage, Point } from '../protocol.ts';
import classes from './SelectLayer.module.css';

interface SelectLayerProps {
  readonly post: (message: BuilderMessage) => void;
  /** At a point, or at the outlined element. */
  readonly onPick: (at: Point | null) => void;
  readonly onEnd: () => void;
}

/** Pixels that a finger moves before it scrolls instead of pointing. */
const dragDistance = 8;
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Lies over the frame while the builder selects: pointer and keys reach the builder's page, which generated code cannot act in, and the frame
 * is asked what is there.
 */
export function SelectLayer({ post, onPick, onEnd }: SelectLayerProps) {
  const t = useTranslations('preview.select');
  const ref = useRef<HTMLDivElement>(null);
  const drag = useRef<{ start: Point; last: Point; isScroll: boolean } | null>(null);
  const pointed = useRef<Point | null>(null);
  useEffect(() => {
    const layer = ref.current;
    layer?.focus({ preventScroll: true });
    // React's own listeners for the wheel are passive.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      // With a mouse that reports lines: of 16 px.
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      post({ type: 'scroll', x: event.offsetX, y: event.offsetY, dx: event.deltaX * unit, dy: event.deltaY * unit });
    };
    layer?.addEventListener('wheel', onWheel, { passive: false });
    return () => layer?.removeEventListener('wheel', onWheel);
  }, [post]);

  const onMove = (event: PointerEvent) => {
    const at = pointOf(event);
    const held = drag.current;
    if (held === null || event.pointerType === 'mouse') return pointAt(at);
    held.isScroll ||= Math.hypot(at.x - held.start.x, at.y - held.start.y) > dragDistance;
    if (held.isScroll) post({ type: 'scroll', ...held.start, dx: held.last.x - at.x, dy: held.last.y - at.y });
    held.last = at;
  };
  /** Once for each frame that is drawn. */
  const pointAt = (at: Point) => {
    const isDue = pointed.current === null;
    pointed.current = at;
    if (!isDue) return;
    requestAnimationFrame(() => {
      if (pointed.current !== null) post({ type: 'point', at: pointed.current });
      pointed.current = null;
    });
  };
  const onUp = (event: PointerEvent) => {
    const held = drag.current;
    drag.current = null;
    if (held !== null && !held.isScroll && event.button === 0) onPick(pointOf(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) post({ type: 'point', at: { step } });
    else if (event.key === 'Enter' || event.key === ' ') onPick(null);
    else if (event.key === 'Escape') onEnd();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={ref}
      className={classes.layer}
      role="application"
      aria-label={t('layer')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application has keys of its own
      tabIndex={0}
      onPointerMove={onMove}
      onPointerDown={(event) => {
        const at = pointOf(event);
        drag.current = { start: at, last: at, isScroll: false };
      }}
      onPointerUp={onUp}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    />
  );
}

/** In the pixels of the frame, also where a device is scaled down. */
const pointOf = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent): Point => ({ x: Math.round(offsetX), y: Math.round(offsetY) });
