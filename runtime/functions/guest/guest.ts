// Runs in the sandbox before the code of a function: the client of the app's rows, `Request`, `Response` and `Deno`, as functions written for
// Base44 expect them. It is bundled with each function, and everything that it reaches outside of the sandbox goes through `sayso.call`.

import { type Bytes, contentOf, type FormPart, fromBase64, GuestBlob, GuestFile, GuestFormData, toBase64 } from './bodies.ts';
import { clone } from './clone.ts';
import { createSubtle, GuestKey } from './crypto.ts';
import { GuestEvent, GuestEventTarget } from './events.ts';
import { FunctionRequest, FunctionResponse, forms } from './messages.ts';
import { withEncodings } from './text-decoder.ts';

/** What the sandbox offers: one function whose answer the server computes. */
interface Sayso {
  call(name: string, value: unknown): Promise<unknown>;
}
type Row = Readonly<Record<string, unknown>>;
type As = 'caller' | 'app';

/** One run: what the function is given. */
export interface FunctionCall {
  readonly input: unknown;
  /** Of the HTTP call; null for schedules, row changes and tests. */
  readonly request: GivenRequest | null;
  /** The signed-in person; null for visitors, and for runs without a caller. */
  readonly user: Row | null;
  /** Whether `entities` are those of the app itself. */
  readonly asApp: boolean;
}
interface GivenRequest {
  readonly method: string;
  readonly url: string;
  /** What follows the name of the function in the address, such as `/orders/7`; `/` for nothing. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Whether `body` is Base64: bytes that are no text. */
  readonly isBase64: boolean;
}
export type FunctionAnswer =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
      readonly isBase64: boolean;
    };
type Handler = (input: unknown, context?: unknown) => unknown;

const scope = globalThis as unknown as Record<string, unknown> & { readonly sayso: Sayso };

/** The methods of a table, as in the browser. */
const METHODS = [
  'list',
  'filter',
  'get',
  'create',
  'update',
  'delete',
  'deleteMany',
  'bulkCreate',
  'count',
  'aggregate',
  'updateMany',
  'schema',
] as const;

let isApp = false;
const me = () => scope.sayso.call('me', null);
const updateMe = (changes: unknown) => scope.sayso.call('rows', { as: 'caller', entity: 'User', method: 'updateMe', args: [changes] });

function tables(as: () => As): Readonly<Record<string, unknown>> {
  const table = (entity: string) =>
    Object.fromEntries(
      METHODS.map((method) => [method, (...args: unknown[]) => scope.sayso.call('rows', { as: as(), entity, method, args })]),
    );
  return proxy((entity) => (entity === 'User' ? { ...table(entity), me, updateMe, updateMyUserData: updateMe } : table(entity)));
}

/** `then` is left out: a client that is returned from an async function is no promise. */
function proxy(find: (name: string) => unknown): Readonly<Record<string, unknown>> {
  return new Proxy({}, { get: (_target, name) => (typeof name === 'string' && name !== 'then' ? find(name) : undefined) });
}

const integrations = proxy((packageName) =>
  proxy(
    (endpoint) =>
      (parameters: unknown = {}) =>
        scope.sayso.call('integration', { packageName, endpoint, ...withoutFiles(parameters) }),
  ),
);
/** Files of parameters, which are no JSON, beside the others. */
function withoutFiles(parameters: unknown): { readonly parameters: unknown; readonly files: readonly FormPart[] } {
  if (typeof parameters !== 'object' || parameters === null) return { parameters, files: [] };
  const entries = Object.entries(parameters);
  const files = entries.flatMap(([name, value]): FormPart[] =>
    value instanceof GuestBlob
      ? [{ name, value: toBase64(value.content), file: { name: value instanceof GuestFile ? value.name : 'file', type: value.type } }]
      : [],
  );
  return { parameters: Object.fromEntries(entries.filter(([, value]) => !(value instanceof GuestBlob))), files };
}

const functions = {
  invoke: async (name: string, input: unknown = {}) => ({ data: await scope.sayso.call('function', { name, input }), status: 200 }),
};
const entities = tables(() => (isApp ? 'app' : 'caller'));
const client = {
  entities,
  integrations,
  functions,
  auth: { me, updateMe, isAuthenticated: async () => (await scope.sayso.call('me', null)) !== null },
  asServiceRole: { entities: tables(() => 'app'), integrations, functions },
};

forms.read = async (type, bytes) => (await scope.sayso.call('form', { type, base64: toBase64(bytes) })) as FormPart[];

/** `fetch` of the sandbox, which takes texts and bytes, for every kind of body. */
const send = fetch;
const fetchWithBody = async (input: unknown, init: RequestInit = {}): Promise<unknown> => {
  const asked = new FunctionRequest(input, init as ConstructorParameters<typeof FunctionRequest>[1]);
  const body = asked.content.length === 0 ? {} : { body: textOf(asked.content) ?? asked.content };
  const { redirect = 'follow' } = init;
  return toResponse(await send(asked.url, { method: asked.method, headers: asked.headers, redirect, signal: asked.signal, ...body }));
};

async function toResponse(answer: Response): Promise<FunctionResponse> {
  const response = new FunctionResponse(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
  return Object.assign(response, { url: answer.url });
}

/** The text in bytes; null for bytes that are no text. */
function textOf(bytes: Bytes): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What the builder set, by name. Of a secret a handle, which the server replaces in requests. */
const env = (scope['$environment'] ?? {}) as Readonly<Record<string, string>>;

let served: Handler | null = null;
scope['$sayso'] = { client };
Object.assign(scope, {
  Request: FunctionRequest,
  Response: FunctionResponse,
  Blob: GuestBlob,
  File: GuestFile,
  FormData: GuestFormData,
  fetch: fetchWithBody,
  Deno: {
    serve: (...given: unknown[]) => {
      served = (given.find((one) => typeof one === 'function') as Handler | undefined) ?? null;
    },
    env: { get: (name: string) => env[name], has: (name: string) => Object.hasOwn(env, name), toObject: () => ({ ...env }) },
  },
});

// As in Deno, which has no `window`.
scope['self'] ??= scope;
scope['TextDecoder'] = withEncodings(TextDecoder);
scope['setImmediate'] ??= (run: (...values: unknown[]) => void, ...values: unknown[]) => setTimeout(run, 0, ...values);
scope['clearImmediate'] ??= clearTimeout;
scope['structuredClone'] ??= (value: unknown) => clone(value);
scope['Event'] ??= GuestEvent;
scope['CustomEvent'] ??= GuestEvent;
scope['EventTarget'] ??= GuestEventTarget;
scope['CryptoKey'] ??= GuestKey;

const random = crypto;
Object.defineProperty(scope, 'crypto', {
  configurable: true,
  value: {
    randomUUID: () => random.randomUUID(),
    // The engine's fills one byte of each element.
    getRandomValues: (array: ArrayBufferView<ArrayBuffer>) => {
      random.getRandomValues(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array;
    },
    subtle: createSubtle(async (asked) => (await scope.sayso.call('crypto', asked)) as never),
  },
});

/** Runs the function with one call. `exported`: the exports of its file. */
export async function handle(exported: Readonly<Record<string, unknown>>, call: FunctionCall): Promise<FunctionAnswer> {
  isApp = call.asApp;
  const { default: own } = exported;
  if (served === null && typeof own !== 'function') throw new Error('The file has no default export that is a function.');
  const asked = requestOf(call);
  if (served !== null) return answerOf(await served(asked));
  const input = call.request === null ? { value: call.input } : await inputOf(asked);
  if (input === null) return answerOf(FunctionResponse.json({ message: 'The body is no JSON.', code: 'invalid-json' }, { status: 400 }));
  const path = call.request?.path ?? '/';
  const context = { user: call.user, entities, integrations, app: client.asServiceRole, env, request: asked, path };
  return answerOf(await (own as Handler)(input.value, context));
}

function requestOf({ request, input }: FunctionCall): FunctionRequest {
  if (request === null) {
    const headers = { 'content-type': 'application/json' };
    return new FunctionRequest('https://function/', { method: 'POST', headers, body: JSON.stringify(input ?? {}) });
  }
  const { url, method, headers, body, isBase64 } = request;
  const given = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
  // Bytes: a text would bring a content type along.
  const bytes = isBase64 ? fromBase64(body) : contentOf(body).bytes;
  return new FunctionRequest(url, { method, headers: given, body: bytes });
}

/** What a function is given: the JSON of the body, the fields of a form, a text, or without a body the query. Null for broken JSON. */
async function inputOf(request: FunctionRequest): Promise<{ readonly value: unknown } | null> {
  const type = request.headers.get('content-type') ?? '';
  if (request.content.length === 0) return { value: Object.fromEntries(new URL(request.url).searchParams) };
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
    return { value: Object.fromEntries(await request.clone().formData()) };
  const text = textOf(request.content);
  if (!/[/+]json\b/i.test(type)) return { value: text ?? request.content };
  try {
    return { value: JSON.parse(text ?? '') };
  } catch {
    return null;
  }
}

function answerOf(value: unknown): FunctionAnswer {
  if (!(value instanceof FunctionResponse)) return { kind: 'value', value };
  const { status, headers, content } = value;
  const text = textOf(content);
  return { kind: 'response', status, headers: [...headers], body: text ?? toBase64(content), isBase64: text === null };
}
