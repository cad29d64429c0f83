import { translator } from '../../i18n/language.ts';
import { googleRefusal } from './googleRefusal.ts';

/** Broadcast channel from the pop-up to the page that opened it: a site in between may have severed `window.opener`. */
const CHANNEL = 'sayso-google-sign-in';

/** Broadcast to the builder's other pages: the error code, or null. It grants nothing; the page asks the server who is signed in. */
interface Report {
  readonly error: string | null;
}

/** The part of the browser's window in use. */
interface Popup {
  readonly location: { replace(url: string): void };
  close(): void;
}
export interface Opener {
  open(url: string, name: string, features: string): Popup | null;
}

interface SignInEvents {
  readonly onSignedIn: () => void;
  readonly onRefused: (message: string) => void;
}

/** One page's sign-in with Google. Closing the pop-up fires no event, so nothing waits for it: the person may start again at once. */
export class GoogleSignIn {
  readonly #opener: Opener;
  readonly #events: SignInEvents;
  #channel: BroadcastChannel | null = null;

  constructor(opener: Opener, events: SignInEvents) {
    this.#opener = opener;
    this.#events = events;
  }

  /** Opens the pop-up before the first `await`, as browsers block pop-ups without a user gesture. Rethrows what `address` throws. */
  async begin(address: () => Promise<string>): Promise<void> {
    const popup = this.#opener.open('about:blank', CHANNEL, 'popup,width=480,height=640');
    if (popup === null) {
      this.#events.onRefused(translator()('auth.google.blocked'));
      return;
    }
    this.#listen();
    try {
      popup.location.replace(await address());
    } catch (error) {
      this.stop();
      popup.close();
      throw error;
    }
  }

  /** Closes the channel; later reports are ignored. */
  stop(): void {
    this.#channel?.close();
    this.#channel = null;
  }

  #listen(): void {
    this.stop();
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.onmessage = ({ data }: MessageEvent<Report>) => {
      this.stop();
      if (data.error === null) this.#events.onSignedIn();
      // Cancelling at Google is treated like closing the pop-up.
      else if (data.error !== 'access_denied') this.#events.onRefused(googleRefusal(data.error));
    };
  }
}

/** Reports the result to the page that started the sign-in. */
export function reportSignIn(error: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ error } satisfies Report);
  channel.close();
}
