import { useCallback, useEffect, useRef, useState } from 'react';

const near = 80;
/** Milliseconds after an input of the reader in which a scroll counts as theirs. */
const theirs = 1_000;
const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Keeps the end of a growing list in view while the reader is at the bottom, and stops once they scroll up. */
export function useStickToBottom() {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const lastInput = useRef(Number.NEGATIVE_INFINITY);
  const [isAway, setIsAway] = useState(false);

  const toBottom = useCallback(() => {
    sticks.current = true;
    // What the list scrolls from here on is not what the reader scrolled before.
    lastInput.current = Number.NEGATIVE_INFINITY;
    setIsAway(false);
    viewport.current?.scrollTo({ top: viewport.current.scrollHeight });
  }, []);

  useEffect(() => {
    const box = viewport.current;
    const inner = content.current;
    if (box === null || inner === null) return;
    let lastTop = box.scrollTop;
    const onInput = () => {
      lastInput.current = performance.now();
    };
    const onScroll = () => {
      const distance = box.scrollHeight - box.scrollTop - box.clientHeight;
      // A list that shrinks and grows again scrolls up without the reader; only scrolls after an input count.
      if (box.scrollTop < lastTop && distance > near && performance.now() - lastInput.current < theirs) sticks.current = false;
      else if (distance <= near) sticks.current = true;
      lastTop = box.scrollTop;
      setIsAway(distance > near && !sticks.current);
    };
    const stay = () => {
      if (sticks.current) box.scrollTop = box.scrollHeight;
    };
    // Once more in the next frame: the virtualizer scrolls when messages change their heights, such as by another width.
    const observer = new ResizeObserver(() => {
      stay();
      requestAnimationFrame(stay);
    });
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    for (const name of inputs) box.addEventListener(name, onInput, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
      for (const name of inputs) box.removeEventListener(name, onInput);
    };
  }, []);

  return { viewport, content, isAway, toBottom };
}
