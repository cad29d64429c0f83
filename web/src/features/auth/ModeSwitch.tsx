import { Anchor } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';

export type LoginMode = 'login' | 'signup';

interface ModeSwitchProps {
  readonly isSignup: boolean;
  readonly onToggle: (mode: LoginMode) => void;
}

/** Below a form: changes between log-in and sign-up. */
export function ModeSwitch({ isSignup, onToggle }: ModeSwitchProps) {
  const t = useTranslations();
  return (
    <>
      {isSignup ? t('auth.hasAccount') : t('auth.newHere')}{' '}
      <Anchor component="button" type="button" onClick={() => onToggle(isSignup ? 'login' : 'signup')} fz="md" fw={500}>
        {isSignup ? t('auth.logIn') : t('auth.signUp')}
      </Anchor>
    </>
  );
}

/** Changes the mode in the URL and keeps the rest of it. */
export function useToggleMode(): (mode: LoginMode) => void {
  const [, setQuery] = useSearchParams();
  return (mode) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('mode', mode);
        return next;
      },
      { replace: true },
    );
}
