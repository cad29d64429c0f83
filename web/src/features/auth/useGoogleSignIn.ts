import { useEffect, useRef, useState } from 'react';
import { auth } from '../../lib/auth.ts';
import { GoogleSignIn } from './googleSignIn.ts';

interface Options {
  /** What entitles a new account: the app whose page this is, or an invitation to build. */
  readonly brings: { readonly appId?: string; readonly invitation?: string };
  /** Called once the session exists; what it throws is shown. */
  readonly onSignedIn: () => Promise<void>;
  readonly sentence: (error: unknown) => string;
}

/** Signs in with Google in a pop-up. */
export function useGoogleSignIn({ brings, onSignedIn, sentence }: Options) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  const latest = useRef({ onSignedIn, sentence });
  useEffect(() => {
    latest.current = { onSignedIn, sentence };
  });
  const signIn = useRef<GoogleSignIn | null>(null);
  useEffect(() => {
    const current = new GoogleSignIn(window, {
      onSignedIn: () => void latest.current.onSignedIn().catch((error: unknown) => setRefusal(latest.current.sentence(error))),
      onRefused: setRefusal,
    });
    signIn.current = current;
    return () => current.stop();
  }, []);
  const begin = () => {
    setRefusal(null);
    setIsOpening(true);
    signIn.current
      ?.begin(() => auth.googleAddress(brings))
      .catch((error: unknown) => setRefusal(sentence(error)))
      .finally(() => setIsOpening(false));
  };
  return { begin, refusal, isOpening };
}
