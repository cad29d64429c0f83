import { translator } from '../../i18n/language.ts';
import { type Opener, PopupVisit, reportVisit } from '../../lib/popup.ts';
import { googleRefusal } from './googleRefusal.ts';

const CHANNEL = 'sayso-google-sign-in';

/** The error code, or null. */
interface Report {
  readonly error: string | null;
}

interface SignInEvents {
  readonly onSignedIn: () => void;
  readonly onRefused: (message: string) => void;
}

/** One page's sign-in with Google. The person may start again at once. */
export class GoogleSignIn {
  readonly #visit: PopupVisit<Report>;

  constructor(opener: Opener, { onSignedIn, onRefused }: SignInEvents) {
    this.#visit = new PopupVisit(CHANNEL, opener, {
      onBlocked: () => onRefused(translator()('auth.google.blocked')),
      onReport: ({ error }) => {
        if (error === null) onSignedIn();
        // Cancelling at Google is treated like closing the pop-up.
        else if (error !== 'access_denied') onRefused(googleRefusal(error));
      },
    });
  }

  /** Rethrows what `address` throws. */
  begin(address: () => Promise<string>): Promise<void> {
    return this.#visit.begin(address);
  }

  /** Ignores later reports. */
  stop(): void {
    this.#visit.stop();
  }
}

/** Reports the result to the page that started the sign-in. */
export function reportSignIn(error: string | null): void {
  reportVisit(CHANNEL, { error } satisfies Report);
}
