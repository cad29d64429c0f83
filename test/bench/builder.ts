import { createClient } from 'graphql-ws';
import { type Product, startProduct } from '../product.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the caller's request
type Data = any;

/** A signed-in builder, at a product in a process of its own. */
export interface Builder extends AsyncDisposable {
  readonly product: Product;
  /** Calls the builder host with JSON; throws unless it succeeds. */
  call(path: string, body?: unknown, method?: string): Promise<Data>;
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>;
  openSocket(): Promise<Socket>;
  /** Creates an app from these files; returns its id. */
  createApp(files: Readonly<Record<string, string>>): Promise<string>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A WebSocket that several operations share, as in an open page. */
export interface Socket extends AsyncDisposable {
  /** Resolves once the server has subscribed. */
  subscribe(query: string, variables: Readonly<Record<string, unknown>>): Promise<Subscription>;
}
interface Subscription {
  /** The next event after this call. */
  next(): Promise<Data>;
}

export async function openBuilder(env: Readonly<Record<string, string>> = {}): Promise<Builder> {
  return signUp(await startProduct({ RATE_LIMIT: '0', ...env }));
}

/** The first account of a product; stops the product if there is none. */
export async function signUp(product: Product): Promise<Builder> {
  try {
    return await signIn(product);
  } catch (error) {
    await product.stop();
    throw error;
  }
}

async function signIn(product: Product): Promise<Builder> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const call: Builder['call'] = async (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const request = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${product.builderUrl}${path}`, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const { token } = await call('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' });
  headers['authorization'] = `Bearer ${token}`;
  const graphql: Builder['graphql'] = async (query, variables = {}) => {
    const { data, errors } = await call('/graphql', { query, variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return {
    product,
    headers,
    call,
    graphql,
    openSocket: () => openSocket(product, String(token)),
    createApp: async (files) => (await call('/api/apps', { appType: 'generated', genApp: toGenApp(files) })).id,
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  };
}

async function openSocket({ builderUrl }: Product, token: string): Promise<Socket> {
  const client = createClient({
    url: `${builderUrl.replace('http', 'ws')}/graphql`,
    lazy: false,
    connectionParams: { authorization: `Bearer ${token}` },
  });
  return {
    async subscribe(query, variables) {
      let pending: PromiseWithResolvers<Data> | undefined;
      client.subscribe(
        { query, variables },
        { next: ({ data }) => pending?.resolve(data), error: (error) => pending?.reject(error), complete() {} },
      );
      // Operations of one connection start in order, so the subscription is active once this query completes.
      await new Promise<void>((resolve, reject) =>
        client.subscribe({ query: '{ __typename }' }, { next() {}, error: reject, complete: resolve }),
      );
      return {
        next() {
          pending = Promise.withResolvers<Data>();
          return pending.promise;
        },
      };
    },
    [Symbol.asyncDispose]: async () => client.dispose(),
  };
}

/** Files by kind, as `POST /api/apps` takes them. */
function toGenApp(files: Readonly<Record<string, string>>): unknown {
  const kinds: Record<string, Record<string, string>> = {};
  for (const [path, text] of Object.entries(files)) {
    const [folder = '', name] = path.split('/');
    if (name !== undefined) kinds[folder] = { ...kinds[folder], [name.replace(/\.json$/, '')]: text };
  }
  return { name: 'Measured', ...kinds, layout: files['layout'] ?? null, globalsCss: files['globals.css'] ?? null };
}
