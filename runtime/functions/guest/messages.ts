import { type Bytes, contentOf, type FormPart, formOf, GuestBlob, type GuestFormData } from './bodies.ts';

type GivenHeaders = ConstructorParameters<typeof Headers>[0];
type ReadForm = (type: string, bytes: Bytes) => Promise<readonly FormPart[]>;

/** Parses forms: the server does, which has a parser. Set once by the guest. */
export const forms: { read: ReadForm } = { read: async () => [] };

/** A message with headers and a body that can be read once, or as often as the code likes. */
class Message {
  readonly headers: Headers;
  readonly content: Bytes;
  bodyUsed = false;
  constructor(body: unknown, headers: GivenHeaders) {
    const { bytes, type } = contentOf(body);
    this.headers = new Headers(headers);
    this.content = bytes;
    if (type !== null && !this.headers.has('content-type')) this.headers.set('content-type', type);
  }
  async bytes(): Promise<Bytes> {
    this.bodyUsed = true;
    return this.content.slice();
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }
  async blob(): Promise<GuestBlob> {
    return new GuestBlob([await this.bytes()], { type: this.headers.get('content-type') ?? '' });
  }
  async text(): Promise<string> {
    this.bodyUsed = true;
    return new TextDecoder().decode(this.content);
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
  async formData(): Promise<GuestFormData> {
    return formOf(await forms.read(this.headers.get('content-type') ?? '', await this.bytes()));
  }
}

interface RequestInit {
  readonly method?: string;
  readonly signal?: AbortSignal | null;
  readonly headers?: GivenHeaders;
  readonly body?: unknown;
}

export class FunctionRequest extends Message {
  readonly method: string;
  readonly url: string;
  readonly signal: AbortSignal;
  constructor(input: unknown, init: RequestInit = {}) {
    const from = input instanceof FunctionRequest ? input : null;
    super(init.body ?? from?.content, init.headers ?? from?.headers);
    this.url = from?.url ?? String(input);
    this.signal = init.signal ?? from?.signal ?? new AbortController().signal;
    this.method = (init.method ?? from?.method ?? 'GET').toUpperCase();
  }
  clone(): FunctionRequest {
    return new FunctionRequest(this);
  }
}

interface ResponseInit {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: GivenHeaders;
}

export class FunctionResponse extends Message {
  readonly status: number;
  readonly statusText: string;
  constructor(body?: unknown, { status = 200, statusText = '', headers }: ResponseInit = {}) {
    super(body, headers);
    this.status = status;
    this.statusText = statusText;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  clone(): FunctionResponse {
    return new FunctionResponse(this.content, this);
  }
  static json(value: unknown, init: ResponseInit = {}): FunctionResponse {
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new FunctionResponse(JSON.stringify(value), { ...init, headers });
  }
}
