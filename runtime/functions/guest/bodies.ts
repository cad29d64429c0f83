// `Blob`, `File` and `FormData`, which the engine lacks, and the bytes of everything that a body may be.

export type Bytes = Uint8Array<ArrayBuffer>;
/** A part of a form as the server read it. */
export interface FormPart {
  readonly name: string;
  readonly value: string;
  /** Of a file, whose `value` is Base64. */
  readonly file?: { readonly name: string; readonly type: string };
}
/** The bytes of a body, and the content type that it brings along. */
export interface Content {
  readonly bytes: Bytes;
  readonly type: string | null;
}

const CHUNK = 8192;

export function toBase64(bytes: Bytes): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export class GuestBlob {
  readonly type: string;
  readonly #bytes: Bytes;
  constructor(parts: Iterable<unknown> = [], { type = '' }: { readonly type?: string } = {}) {
    this.#bytes = joined([...parts].map((part) => contentOf(part).bytes));
    this.type = type.toLowerCase();
  }
  get size(): number {
    return this.#bytes.length;
  }
  get content(): Bytes {
    return this.#bytes;
  }
  async bytes(): Promise<Bytes> {
    return this.#bytes.slice();
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.slice().buffer;
  }
  async text(): Promise<string> {
    return new TextDecoder().decode(this.#bytes);
  }
  slice(start?: number, end?: number, type = ''): GuestBlob {
    return new GuestBlob([this.#bytes.slice(start, end)], { type });
  }
}

export class GuestFile extends GuestBlob {
  readonly name: string;
  readonly lastModified = 0;
  constructor(parts: Iterable<unknown>, name: string, options?: { readonly type?: string }) {
    super(parts, options);
    this.name = String(name);
  }
}

type Entry = readonly [name: string, value: string | GuestFile];

export class GuestFormData {
  #entries: Entry[] = [];
  append(name: string, value: unknown, fileName?: string): void {
    this.#entries.push(entryOf(name, value, fileName));
  }
  set(name: string, value: unknown, fileName?: string): void {
    this.delete(name);
    this.append(name, value, fileName);
  }
  delete(name: string): void {
    this.#entries = this.#entries.filter(([key]) => key !== name);
  }
  get(name: string): string | GuestFile | null {
    return this.#entries.find(([key]) => key === name)?.[1] ?? null;
  }
  getAll(name: string): (string | GuestFile)[] {
    return this.#entries.flatMap(([key, value]) => (key === name ? [value] : []));
  }
  has(name: string): boolean {
    return this.#entries.some(([key]) => key === name);
  }
  forEach(each: (value: string | GuestFile, name: string) => void): void {
    for (const [name, value] of this.#entries) each(value, name);
  }
  entries(): IterableIterator<Entry> {
    return this.#entries[Symbol.iterator]();
  }
  keys(): IterableIterator<string> {
    return this.#entries.map(([name]) => name)[Symbol.iterator]();
  }
  values(): IterableIterator<string | GuestFile> {
    return this.#entries.map(([, value]) => value)[Symbol.iterator]();
  }
  [Symbol.iterator](): IterableIterator<Entry> {
    return this.entries();
  }
}

function entryOf(name: string, value: unknown, fileName: string | undefined): Entry {
  if (!(value instanceof GuestBlob)) return [String(name), String(value)];
  if (value instanceof GuestFile && fileName === undefined) return [String(name), value];
  return [String(name), new GuestFile([value], fileName ?? 'blob', { type: value.type })];
}

export function formOf(parts: readonly FormPart[]): GuestFormData {
  const form = new GuestFormData();
  for (const { name, value, file } of parts)
    form.append(name, file === undefined ? value : new GuestFile([fromBase64(value)], file.name, { type: file.type }));
  return form;
}

/** The bytes of a body. Values that are none of the known kinds are sent as their text, as `fetch` does. */
export function contentOf(body: unknown): Content {
  if (body === undefined || body === null) return { bytes: new Uint8Array(), type: null };
  if (body instanceof GuestBlob) return { bytes: body.content, type: body.type === '' ? null : body.type };
  if (body instanceof GuestFormData) return multipartOf(body);
  if (body instanceof ArrayBuffer) return { bytes: new Uint8Array(body.slice(0)), type: null };
  if (ArrayBuffer.isView(body)) {
    const { buffer, byteOffset, byteLength } = body;
    return { bytes: new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength).slice(), type: null };
  }
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'text/plain;charset=UTF-8';
  return { bytes: new TextEncoder().encode(String(body)) as Bytes, type };
}

function multipartOf(form: GuestFormData): Content {
  const boundary = `form-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  const quoted = (text: string) => text.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
  const text = (value: string) => new TextEncoder().encode(value) as Bytes;
  const parts = [...form].flatMap(([name, value]) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === 'string') return [text(`${head}\r\n\r\n${value}\r\n`)];
    const type = value.type === '' ? 'application/octet-stream' : value.type;
    return [text(`${head}; filename="${quoted(value.name)}"\r\ncontent-type: ${type}\r\n\r\n`), value.content, text('\r\n')];
  });
  return { bytes: joined([...parts, text(`--${boundary}--\r\n`)]), type: `multipart/form-data; boundary=${boundary}` };
}

function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
