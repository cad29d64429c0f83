// Runs in the sandbox before the code of a function: the client of the app's rows, `Request`, `Response` and `Deno`, as functions written for
// Base44 expect them. It is bundled with each function, and everything that it reaches outside of the sandbox goes through `sayso.call`.

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
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}
export type FunctionAnswer =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'response'; readonly status: number; readonly headers: readonly (readonly [string, string])[]; readonly body: string };
type Handler = (input: unknown, context?: unknown) => unknown;

const scope = globalThis as unknown as Record<string, unknown> & { readonly sayso: Sayso };

/** A message with headers and a text. */
class Message {
  readonly headers: Headers;
  readonly #text: string;
  constructor(body: unknown, headers: ConstructorParameters<typeof Headers>[0]) {
    this.headers = new Headers(headers);
    this.#text = body === undefined || body === null ? '' : typeof body === 'string' ? body : String(body);
  }
  async text(): Promise<string> {
    return this.#text;
  }
  async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}

class FunctionRequest extends Message {
  readonly method: string;
  readonly url: string;
  constructor(
    url: string,
    { method = 'GET', headers, body }: { method?: string; headers?: ConstructorParameters<typeof Headers>[0]; body?: unknown } = {},
  ) {
    super(body, headers);
    this.url = url;
    this.method = method;
  }
}

class FunctionResponse extends Message {
  readonly status: number;
  constructor(body?: unknown, { status = 200, headers }: { status?: number; headers?: ConstructorParameters<typeof Headers>[0] } = {}) {
    super(body, headers);
    this.status = status;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  static json(value: unknown, init: { status?: number; headers?: ConstructorParameters<typeof Headers>[0] } = {}): FunctionResponse {
    const response = new FunctionResponse(JSON.stringify(value), init);
    if (!response.headers.has('content-type')) response.headers.set('content-type', 'application/json');
    return response;
  }
}

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

function tables(as: () => As): Readonly<Record<string, unknown>> {
  const table = (entity: string) =>
    Object.fromEntries(
      METHODS.map((method) => [method, (...args: unknown[]) => scope.sayso.call('rows', { as: as(), entity, method, args })]),
    );
  return proxy((entity) => (entity === 'User' ? { ...table(entity), me: () => scope.sayso.call('me', null) } : table(entity)));
}

/** `then` is left out: a client that is returned from an async function is no promise. */
function proxy(find: (name: string) => unknown): Readonly<Record<string, unknown>> {
  return new Proxy({}, { get: (_target, name) => (typeof name === 'string' && name !== 'then' ? find(name) : undefined) });
}

const integrations = proxy((packageName) =>
  proxy(
    (endpoint) =>
      (parameters: unknown = {}) =>
        scope.sayso.call('integration', { packageName, endpoint, parameters }),
  ),
);
const functions = {
  invoke: async (name: string, input: unknown = {}) => ({ data: await scope.sayso.call('function', { name, input }), status: 200 }),
};
const entities = tables(() => (isApp ? 'app' : 'caller'));
const client = {
  entities,
  integrations,
  functions,
  auth: { me: () => scope.sayso.call('me', null), isAuthenticated: async () => (await scope.sayso.call('me', null)) !== null },
  asServiceRole: { entities: tables(() => 'app'), integrations, functions },
};

let served: Handler | null = null;
scope['$sayso'] = { client };
scope['Request'] = FunctionRequest;
scope['Response'] = FunctionResponse;
scope['Deno'] = {
  serve: (...given: unknown[]) => {
    served = (given.find((one) => typeof one === 'function') as Handler | undefined) ?? null;
  },
  env: { get: (): undefined => undefined, toObject: () => ({}) },
};

/** Runs the function with one call. `exported`: the exports of its file. */
export async function handle(exported: Readonly<Record<string, unknown>>, call: FunctionCall): Promise<FunctionAnswer> {
  isApp = call.asApp;
  const { default: own } = exported;
  if (served === null && typeof own !== 'function') throw new Error('The file has no default export that is a function.');
  const request = call.request ?? { method: 'POST', url: 'https://function/', headers: [], body: JSON.stringify(call.input ?? {}) };
  const asked = new FunctionRequest(request.url, { ...request, headers: request.headers.map(([name, value]) => [name, value]) });
  const context = { user: call.user, entities, integrations, app: client.asServiceRole, request: asked };
  const value = await (served === null ? (own as Handler)(call.input, context) : served(asked));
  if (!(value instanceof FunctionResponse)) return { kind: 'value', value };
  return { kind: 'response', status: value.status, headers: [...value.headers], body: await value.text() };
}
