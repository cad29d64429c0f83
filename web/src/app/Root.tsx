import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { CommandMenu } from './CommandMenu.tsx';

/** Shared by all screens: skip link, command menu, and focus management after navigation. */
export function Root() {
  const t = useTranslations();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Navigation unmounted the focused link or button. A field of the new screen that has already taken the focus keeps it.
    const holder = document.activeElement;
    if (holder === null || holder === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a className="skip-link" href="#main">
        {t('app.skip')}
      </a>
      <Outlet />
      <CommandMenu />
    </>
  );
}
