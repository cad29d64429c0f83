/** What hears once that it was closed. */
export class Closable {
  readonly #listeners: (() => void)[] = [];
  isClosed = false;

  onClose(listener: () => void): void {
    if (this.isClosed) listener();
    else this.#listeners.push(listener);
  }

  close(): void {
    this.isClosed = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
