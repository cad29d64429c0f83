const FIRST_SIZE = 32_768;
/** A larger buffer is not kept for the next text. */
const LARGEST_SPARE = 1_048_576;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

let spare: Buffer | null = null;

/** JSON as UTF-8 in one buffer that grows. Ends with `finish`, which lets the next writer use the buffer. */
export class JsonWriter {
  #buffer: Buffer;
  #length = 0;
  #isAscii = true;

  constructor() {
    this.#buffer = spare ?? Buffer.allocUnsafe(FIRST_SIZE);
    spare = null;
  }

  /** Bytes. */
  get length(): number {
    return this.#length;
  }

  /** Takes back what follows this length. */
  truncate(length: number): void {
    this.#length = length;
  }

  byte(value: number): void {
    if (this.#length === this.#buffer.length) this.#grow(1);
    this.#buffer[this.#length++] = value;
  }

  /** Text that is JSON already. */
  json(text: string): void {
    // UTF-8 has at most three bytes for each code unit.
    if (this.#length + text.length * 3 > this.#buffer.length) this.#grow(text.length * 3);
    const written = this.#buffer.write(text, this.#length);
    if (written > text.length) this.#isAscii = false;
    this.#length += written;
  }

  /** A string of UTF-8 bytes, quoted. */
  string(source: Buffer, start: number, end: number): void {
    if (!this.#copied(source, start, end)) this.json(JSON.stringify(source.toString('utf8', start, end)));
  }

  finish(): string {
    const buffer = this.#buffer;
    const text = buffer.toString(this.#isAscii ? 'latin1' : 'utf8', 0, this.#length);
    if (buffer.length <= LARGEST_SPARE) spare = buffer;
    return text;
  }

  /** Whether the bytes need no escapes; then they are written. */
  #copied(source: Buffer, start: number, end: number): boolean {
    if (this.#length + end - start + 2 > this.#buffer.length) this.#grow(end - start + 2);
    const buffer = this.#buffer;
    let isAscii = this.#isAscii;
    let to = this.#length;
    buffer[to++] = QUOTE;
    for (let at = start; at < end; at++) {
      const value = source[at] as number;
      if (value < 0x20 || value === QUOTE || value === BACKSLASH) return false;
      if (value > 0x7f) isAscii = false;
      buffer[to++] = value;
    }
    buffer[to++] = QUOTE;
    this.#isAscii = isAscii;
    this.#length = to;
    return true;
  }

  #grow(more: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + more));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
