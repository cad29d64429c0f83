import { type KeyboardEvent, type PointerEvent, useState } from 'react';

interface ResizeOptions {
  /** Key of the width in local storage. */
  readonly key: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -16,
  ArrowRight: 16,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Width of a panel whose right border can be dragged or moved with the arrow keys. Hand-written: react-resizable-panels is 50 kB gzip, half
 * as much as everything else that the workspace loads at the start.
 */
export function useResize({ key, initial, min, max }: ResizeOptions) {
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));
  const [width, setWidth] = useState(() => clamp(Number(localStorage.getItem(key)) || initial));
  const [isMoving, setIsMoving] = useState(false);
  const keep = (value: number) => {
    setWidth(value);
    localStorage.setItem(key, String(value));
  };
  const handle = {
    tabIndex: 0,
    'aria-orientation': 'vertical',
    'aria-valuenow': width,
    'aria-valuemin': min,
    'aria-valuemax': max,
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      keep(clamp(width + step));
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setIsMoving(true);
    },
    onPointerMove: (event: PointerEvent) => {
      if (isMoving) setWidth(clamp(event.clientX));
    },
    onPointerUp: () => {
      setIsMoving(false);
      keep(width);
    },
    onPointerCancel: () => setIsMoving(false),
    onDoubleClick: () => keep(initial),
  } as const;
  return { width, isMoving, handle };
}
