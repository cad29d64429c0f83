import { appRows } from './app-rows.ts';

// There is no network: calls of the SDK are answered from memory, all others fail as they do offline.

export class Headers {
  readonly #values = new Map<string, string>();
  constructor(values: Iterable<readonly [string, string]> | Record<string, string> = {}) {
    for (const [name, value] of Symbol.iterator in values ? values : Object.entries(values)) this.set(name, value);
  }
  get = (name: string): string | null => this.#values.get(name.toLowerCase()) ?? null;
  has = (name: string): boolean => this.#values.has(name.toLowerCase());
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value));
  }
  append = this.set;
  forEach = (call: (value: string, name: string) => void): void => this.#values.forEach(call);
  entries = () => this.#values.entries();
  [Symbol.iterator] = () => this.#values.entries();
}

export class Response {
  readonly #text: string;
  readonly status: number;
  readonly headers = new Headers();
  constructor(body?: unknown, { status = 200 }: { readonly status?: number } = {}) {
    this.#text = body === undefined || body === null ? '' : String(body);
    this.status = status;
  }
  get ok(): boolean {
    return this.status < 300;
  }
  text = async (): Promise<string> => this.#text;
  json = async (): Promise<unknown> => JSON.parse(this.#text);
  blob = async (): Promise<unknown> => new Blob([this.#text]);
  clone = (): Response => new Response(this.#text, { status: this.status });
}

export class Blob {
  readonly size: number;
  readonly type: string;
  readonly #parts: string;
  constructor(parts: readonly unknown[] = [], { type = '' }: { readonly type?: string } = {}) {
    this.#parts = parts.map(String).join('');
    this.size = this.#parts.length;
    this.type = type;
  }
  text = async (): Promise<string> => this.#parts;
  arrayBuffer = async (): Promise<ArrayBuffer> => new ArrayBuffer(this.size);
  slice = (): Blob => new Blob([], { type: this.type });
}

export class File extends Blob {
  readonly name: string;
  readonly lastModified = 0;
  constructor(parts: readonly unknown[], name: string, options?: { readonly type?: string }) {
    super(parts, options);
    this.name = name;
  }
}

export class FormData {
  readonly #values: [string, unknown][] = [];
  append = (name: string, value: unknown): void => void this.#values.push([name, value]);
  set = this.append;
  get = (name: string): unknown => this.#values.find(([key]) => key === name)?.[1] ?? null;
  getAll = (name: string): unknown[] => this.#values.filter(([key]) => key === name).map(([, value]) => value);
  has = (name: string): boolean => this.#values.some(([key]) => key === name);
  entries = () => this.#values.values();
  [Symbol.iterator] = () => this.#values.values();
}

export async function fetch(input: unknown, { method = 'GET', body }: { method?: string; body?: unknown } = {}): Promise<Response> {
  const url = new URL(String(input), location.href);
  const path = url.origin === location.origin ? url.pathname : '';
  const answer = appRows.answer({ method, path, query: url.searchParams, body: typeof body === 'string' ? body : null });
  if (answer === null) throw new TypeError('Failed to fetch');
  return new Response(JSON.stringify(answer.body), { status: answer.status });
}
