import { type CSSProperties, useEffect, useRef, useState } from 'react';

const EDGE = 12;
/** Throttle of repositioning, in milliseconds. */
const PAUSE = 200;

/** The watermark in the corner of a published app, in the app's colours and above any fixed bar of the app. */
export function Watermark({ href }: { readonly href: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const [bottom, setBottom] = useState(EDGE);
  useEffect(() => {
    let timer = 0;
    const place = (): void => {
      timer = 0;
      if (link.current !== null) setBottom(EDGE + barHeight(link.current));
    };
    const placeSoon = (): void => {
      if (timer === 0) timer = window.setTimeout(place, PAUSE);
    };
    place();
    // Fixed bars change with the page, the log-in and the window size.
    const changes = new MutationObserver(placeSoon);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', placeSoon);
    // Not on print-outs, such as invoices.
    const hide = (): void => link.current?.setAttribute('hidden', '');
    const unhide = (): void => link.current?.removeAttribute('hidden');
    window.addEventListener('beforeprint', hide);
    window.addEventListener('afterprint', unhide);
    return () => {
      window.clearTimeout(timer);
      changes.disconnect();
      window.removeEventListener('resize', placeSoon);
      window.removeEventListener('beforeprint', hide);
      window.removeEventListener('afterprint', unhide);
    };
  }, []);
  return (
    <aside aria-label="About this app">
      <a ref={link} href={href} rel="noopener" target="_blank" style={{ ...style, bottom }}>
        Made with Sayso
      </a>
    </aside>
  );
}

/** Height of a fixed bar or floating button in the corner. Elements that cover the whole window do not count. */
function barHeight(link: HTMLElement): number {
  const { left, right, height } = link.getBoundingClientRect();
  const y = innerHeight - EDGE - height / 2;
  const tops = [left, right].flatMap((x) =>
    document
      .elementsFromPoint(x, y)
      .filter((element) => !link.contains(element) && isFixed(element))
      .map((element) => element.getBoundingClientRect().top),
  );
  return Math.max(0, ...tops.filter((top) => top > innerHeight / 2).map((top) => innerHeight - top));
}

function isFixed(element: Element): boolean {
  const { position } = getComputedStyle(element);
  return position === 'fixed' || position === 'sticky';
}

const style: CSSProperties = {
  position: 'fixed',
  right: EDGE,
  zIndex: 50,
  padding: '4px 10px',
  borderRadius: 8,
  border: '1px solid var(--border, #d4d4d8)',
  background: 'var(--card, #ffffff)',
  color: 'var(--muted-foreground, #52525b)',
  fontSize: 12,
  lineHeight: 1.5,
  textDecoration: 'none',
};
