import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../lib/loadCode.ts';
import { useSession } from '../lib/session.ts';
import { shortcut } from '../lib/shortcut.ts';
import classes from './CommandMenu.module.css';

const Commands = lazyCode(() => import('./Commands.tsx'));
const openEvent = 'sayso:commands';

/** Opens the command menu from any component. */
export const openCommands = (): void => void window.dispatchEvent(new Event(openEvent));

/** Command menu over screens and apps (Ctrl or Cmd + K); its code is loaded on first use. */
export function CommandMenu() {
  const { account } = useSession();
  const [wanted, setWanted] = useState(false);
  useHotkeys([['mod+K', () => setWanted(true)]], []);
  useWindowEvent(openEvent, () => setWanted(true));
  if (!account) return null;
  return <Suspense>{wanted ? <Commands openEvent={openEvent} /> : null}</Suspense>;
}

/** Button that opens the command menu. */
export function SearchButton() {
  const t = useTranslations();
  return (
    <UnstyledButton className={classes.search} onClick={openCommands} aria-keyshortcuts="Control+K Meta+K">
      <Search size={14} aria-hidden="true" />
      <span className={classes.label}>{t('app.search')}</span>
      <Kbd size="xs" className={classes.keys} aria-hidden="true">
        {shortcut('K')}
      </Kbd>
    </UnstyledButton>
  );
}
