import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isElsewhere } from '../../../lib/address.ts';
import { auth } from '../../../lib/auth.ts';
import { emailProblem } from '../../../lib/email.ts';
import { passwordProblem } from '../../../lib/password.ts';
import { useTitle } from '../../../lib/useTitle.ts';
import { Logo } from '../../../ui/Logo.tsx';
import layout from '../AuthLayout.module.css';
import { LanguageLinks } from '../LanguageLinks.tsx';
import { ProductPicture } from '../ProductPicture.tsx';
import { useGoogleSignIn } from '../useGoogleSignIn.ts';
import { Field, PasswordField, Refusal, WideButton } from './controls.tsx';
import classes from './Login.module.css';

export interface LoginViewProps {
  /** Query of the page: the mode, and the page to continue to. */
  readonly search: string;
  /** Who may sign up; undefined until it is read. */
  readonly signup:
    | { readonly policy: string; readonly isFirst: boolean; readonly isGoogleEnabled: boolean; readonly address?: string }
    | undefined;
  readonly onToggle: (mode: 'login' | 'signup') => void;
  /** Called once the session exists; the form shows what it throws. */
  readonly onSignedIn: () => Promise<void>;
  readonly sentence: (error: unknown) => string;
}

/** Log-in and sign-up in one screen with a switch, so that the redirect target is kept. Needs no library beside React. */
export function LoginView({ search, signup, onToggle, onSignedIn, sentence }: LoginViewProps) {
  const t = useTranslations();
  const query = new URLSearchParams(search);
  const isOpen = signup === undefined || signup.policy === 'open' || signup.isFirst;
  const mode = query.get('mode');
  // Without an account there is nothing to log in to: the first visitor signs up.
  const isSignup = isOpen && (mode === 'signup' || (signup?.isFirst === true && mode !== 'login'));
  useTitle(isSignup ? t('auth.signUp') : t('auth.logIn'));
  return (
    <main id="main" tabIndex={-1} className={layout.root} data-picture>
      <div className={layout.column}>
        <Logo size={32} />
        <h1 className={classes.title}>{isSignup ? t('auth.signUpTitle') : t('auth.logInTitle')}</h1>
        <p className={classes.pitch}>{isSignup ? t('auth.pitch') : t('auth.welcomeBack')}</p>
        <div className={layout.body}>
          <Refusal
            message={isElsewhere(signup?.address) ? t('auth.elsewhere', { here: window.location.origin, address: signup.address }) : null}
          />
          <Form
            key={isSignup ? 'signup' : 'login'}
            isSignup={isSignup}
            sentence={sentence}
            onSubmit={async ({ name, email, password }) => {
              await (isSignup
                ? auth.signUp({ name, email, password, continueUrl: query.get('redirectTo') })
                : auth.signIn({ email, password }));
              await onSignedIn();
            }}
          />
          {signup?.isGoogleEnabled ? <Google onSignedIn={onSignedIn} sentence={sentence} /> : null}
        </div>
        <div className={layout.footer}>
          {isOpen ? (
            <>
              {isSignup ? t('auth.hasAccount') : t('auth.newHere')}{' '}
              <button type="button" className={classes.switch} onClick={() => onToggle(isSignup ? 'login' : 'signup')}>
                {isSignup ? t('auth.logIn') : t('auth.signUp')}
              </button>
            </>
          ) : (
            t('auth.needsInvitation')
          )}
        </div>
        <LanguageLinks />
      </div>
      <div className={layout.picture}>
        <ProductPicture />
      </div>
    </main>
  );
}

interface Values {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface FormProps extends Pick<LoginViewProps, 'sentence'> {
  readonly isSignup: boolean;
  readonly onSubmit: (values: Values) => Promise<void>;
}

function Form({ isSignup, onSubmit, sentence }: FormProps) {
  const t = useTranslations();
  const [values, setValues] = useState<Values>({ name: '', email: '', password: '' });
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const given = { ...values, name: values.name.trim(), email: values.email.trim() };
  const addressFault = emailProblem(given.email, { missing: t('auth.enterEmail'), invalid: t('common.invalidEmail') });
  const passwordFault = isSignup
    ? passwordProblem(given.password, { missing: t('common.enterPassword'), weak: t('auth.tooWeak') })
    : given.password === ''
      ? t('common.enterPassword')
      : null;
  const faults = (): Partial<Values> => ({
    ...(isSignup && given.name === '' ? { name: t('auth.enterName') } : {}),
    ...(addressFault === null ? {} : { email: addressFault }),
    ...(passwordFault === null ? {} : { password: passwordFault }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = faults();
    setErrors(found);
    setRefusal(null);
    if (Object.keys(found).length > 0 || isSubmitting) return;
    setIsSubmitting(true);
    await onSubmit(given).catch((error: unknown) => setRefusal(sentence(error)));
    setIsSubmitting(false);
  };
  const input = (name: keyof Values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      setValues({ ...values, [name]: currentTarget.value });
      setErrors({ ...errors, [name]: undefined });
      // It was about what the person has corrected since.
      setRefusal(null);
    },
  });
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {isSignup ? <Field label={t('common.name')} autoComplete="name" autoFocus {...input('name')} /> : null}
      <Field label={t('common.email')} type="email" autoComplete="email" autoFocus={!isSignup} {...input('email')} />
      <PasswordField
        label={t('common.password')}
        autoComplete={isSignup ? 'new-password' : 'current-password'}
        description={isSignup ? t('auth.passwordLength') : undefined}
        {...input('password')}
      />
      {isSignup ? null : (
        <a className={`${classes.link} target`} href="/auth/handler?mode=forgotPassword">
          {t('auth.forgot.link')}
        </a>
      )}
      <Refusal message={refusal} />
      <WideButton type="submit" isPrimary isLoading={isSubmitting}>
        {isSignup ? t('auth.signUp') : t('auth.logIn')}
      </WideButton>
    </form>
  );
}

function Google({ onSignedIn, sentence }: Pick<LoginViewProps, 'onSignedIn' | 'sentence'>) {
  const t = useTranslations('auth');
  const { begin, refusal, isOpening } = useGoogleSignIn({ brings: {}, onSignedIn, sentence });
  return (
    <div className={classes.google}>
      <Refusal message={refusal} />
      <WideButton type="button" isLoading={isOpening} onClick={begin}>
        {t('google.continue')}
      </WideButton>
    </div>
  );
}
