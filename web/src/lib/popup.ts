/** The part of the browser's window in use. */
interface Popup {
  readonly location: { replace(url: string): void };
  close(): void;
}
export interface Opener {
  open(url: string, name: string, features: string): Popup | null;
}

interface PopupEvents<Report> {
  readonly onReport: (report: Report) => void;
  /** The browser allows no pop-ups. */
  readonly onBlocked: () => void;
}

/**
 * A visit to another site in a pop-up, which ends on a page of ours that reports. It grants nothing: the page asks the server what has changed.
 * By a broadcast channel, because the site may have severed `window.opener`. Closing a pop-up fires no event, so nothing waits for it.
 */
export class PopupVisit<Report> {
  readonly #name: string;
  readonly #opener: Opener;
  readonly #events: PopupEvents<Report>;
  #channel: BroadcastChannel | null = null;

  constructor(name: string, opener: Opener, events: PopupEvents<Report>) {
    this.#name = name;
    this.#opener = opener;
    this.#events = events;
  }

  /** Opens the pop-up before the first `await`, as browsers block pop-ups without a user gesture. Rethrows what `address` throws. */
  async begin(address: () => Promise<string>): Promise<void> {
    const popup = this.#opener.open('about:blank', this.#name, 'popup,width=480,height=640');
    if (popup === null) {
      this.#events.onBlocked();
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
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<Report>) => {
      this.stop();
      this.#events.onReport(data);
    };
  }
}

/** Reports to the page that opened the pop-up. */
export function reportVisit(name: string, report: unknown): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(report);
  channel.close();
}
