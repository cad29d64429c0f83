import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { CommandMenu } from './CommandMenu.tsx';

/** What all screens share: the way past the navigation, the command menu, and where the keyboard goes on after a change of screen. */
export function Root() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The link or button that led here is gone; a screen whose field takes the focus has taken it.
    const holder = document.activeElement;
    if (holder === null || holder === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Outlet />
      <CommandMenu />
    </>
  );
}
