import { useCallback, useEffect, useRef, useState } from 'react';

const near = 80;

/** Keeps the end of a growing list in view while the reader is there, and leaves it alone once they scroll up. */
export function useStickToBottom() {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [isAway, setIsAway] = useState(false);

  const toBottom = useCallback((behavior: ScrollBehavior = 'auto') => {
    sticks.current = true;
    setIsAway(false);
    viewport.current?.scrollTo({ top: viewport.current.scrollHeight, behavior });
  }, []);

  useEffect(() => {
    const box = viewport.current;
    const inner = content.current;
    if (box === null || inner === null) return;
    let lastTop = box.scrollTop;
    const onScroll = () => {
      const distance = box.scrollHeight - box.scrollTop - box.clientHeight;
      // Only the reader scrolls up; growth and our own scrolling move down.
      if (box.scrollTop < lastTop && distance > near) sticks.current = false;
      else if (distance <= near) sticks.current = true;
      lastTop = box.scrollTop;
      setIsAway(distance > near && !sticks.current);
    };
    const observer = new ResizeObserver(() => {
      if (sticks.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { viewport, content, isAway, toBottom };
}
