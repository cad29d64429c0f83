import '@fontsource-variable/inter/wght.css';
import '../defaults.css';
import './tokens.css';
import '../base.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginView, type LoginViewProps } from '../../features/auth/login/LoginView.tsx';
import { LanguageProvider } from '../../i18n/LanguageProvider.tsx';
import { fromServer, initialLanguage, loadLanguage, translator } from '../../i18n/language.ts';
import { loadServerSentences, loginCatalogues } from '../../i18n/login/catalogues.ts';
import { afterLogin } from '../../lib/redirects.ts';

interface Known {
  readonly me: { readonly emailVerified: boolean } | null;
  readonly signup: NonNullable<LoginViewProps['signup']>;
}

const QUERY = '{ me { emailVerified } signup { policy isFirst isGoogleEnabled address } }';

/** Who is here, and who may sign up. */
async function readKnown(): Promise<Known> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: QUERY });
  const response = await fetch('/graphql', { method: 'POST', credentials: 'same-origin', headers, body });
  const { data } = (await response.json()) as { readonly data: Known };
  return data;
}

const sentence = (error: unknown): string =>
  error instanceof Error && error.name === 'AuthError' ? fromServer(error.message) : translator()('common.unexpected');

/** Where to continue, without the mode of this page. */
function targetOf(me: Known['me']): string {
  const rest = new URLSearchParams(window.location.search);
  rest.delete('mode');
  return me === null ? '/error/unauthorized' : afterLogin(me, rest.toString());
}

function Login() {
  const [search, setSearch] = useState(window.location.search);
  const [signup, setSignup] = useState<Known['signup']>();
  useEffect(() => {
    // Without an answer, the form says so when it is used.
    readKnown().then(
      ({ me, signup: known }) => {
        if (me !== null) window.location.replace(targetOf(me));
        else setSignup(known);
      },
      () => undefined,
    );
  }, []);
  useEffect(() => {
    const load = () => void loadServerSentences();
    window.addEventListener('input', load);
    return () => window.removeEventListener('input', load);
  }, []);
  const toggle = (mode: 'login' | 'signup') => {
    const next = new URLSearchParams(search);
    next.set('mode', mode);
    window.history.replaceState(null, '', `${window.location.pathname}?${next}`);
    setSearch(`?${next}`);
  };
  const goOn = async () => window.location.replace(targetOf((await readKnown()).me));
  return <LoginView search={search} signup={signup} onToggle={toggle} onSignedIn={goOn} sentence={sentence} />;
}

/** Without a choice of the person (`public/early.js`), as the system changes between light and dark. */
function followColorScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', () => {
    if (!/^(?:light|dark)$/.test(chosenScheme() ?? ''))
      document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
  });
}

function chosenScheme(): string | null {
  try {
    return localStorage.getItem('sayso-color-scheme');
  } catch {
    // Storage may be blocked.
    return null;
  }
}

/** The log-in page without the builder's pages: those load once a person has signed in. */
export async function start(root: HTMLElement): Promise<void> {
  await loadLanguage(initialLanguage(), loginCatalogues);
  followColorScheme();
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <Login />
      </LanguageProvider>
    </StrictMode>,
  );
}
