import { googleRefusal } from './googleRefusal.ts';

/** Between the window that Google leads back to and the page that opened it: a site in between may have cut the tie of the two windows. */
const CHANNEL = 'sayso-google-sign-in';

/** Told to other pages of the builder: the code of a refusal, or null. It grants nothing; the page asks the server who is signed in. */
interface Report {
  readonly error: string | null;
}

/** What is used of the browser's window. */
interface Popup {
  readonly location: { replace(url: string): void };
  close(): void;
}
export interface Opener {
  open(url: string, name: string, features: string): Popup | null;
}

export const blocked = 'Your browser blocked the Google window. Allow pop-ups for this page, then try again.';

interface SignInEvents {
  readonly onSignedIn: () => void;
  readonly onRefused: (message: string) => void;
}

/** One page's sign-in with Google. A closed window says nothing, so nothing waits for it: the person may begin again at once. */
export class GoogleSignIn {
  readonly #opener: Opener;
  readonly #events: SignInEvents;
  #channel: BroadcastChannel | null = null;

  constructor(opener: Opener, events: SignInEvents) {
    this.#opener = opener;
    this.#events = events;
  }

  /** Opens the window before anything is waited for, as browsers block one that no click opens. Throws what `address` throws. */
  async begin(address: () => Promise<string>): Promise<void> {
    const popup = this.#opener.open('about:blank', CHANNEL, 'popup,width=480,height=640');
    if (popup === null) {
      this.#events.onRefused(blocked);
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

  /** Hears nothing more. */
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
      // Leaving Google is as closing its window.
      else if (data.error !== 'access_denied') this.#events.onRefused(googleRefusal(data.error));
    };
  }
}

/** Tells the page that began the sign-in how it ended. */
export function reportSignIn(error: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ error } satisfies Report);
  channel.close();
}
