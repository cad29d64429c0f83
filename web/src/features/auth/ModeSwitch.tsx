import { Anchor } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';

interface ModeSwitchProps {
  readonly isSignup: boolean;
  readonly onToggle: () => void;
}

/** Below a form: changes between log-in and sign-up. */
export function ModeSwitch({ isSignup, onToggle }: ModeSwitchProps) {
  const t = useTranslations();
  return (
    <>
      {isSignup ? t('auth.hasAccount') : t('auth.newHere')}{' '}
      <Anchor component="button" type="button" onClick={onToggle} fz="md" fw={500}>
        {isSignup ? t('auth.logIn') : t('auth.signUp')}
      </Anchor>
    </>
  );
}

/** Changes the mode in the URL and keeps the rest of it. */
export function useToggleMode(): () => void {
  const [, setQuery] = useSearchParams();
  return () =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (next.get('mode') === 'signup') next.delete('mode');
        else next.set('mode', 'signup');
        return next;
      },
      { replace: true },
    );
}
