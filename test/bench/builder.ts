import { type Product, startProduct } from '../product.ts';

/** `Data` is whatever the caller asked for. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Data = any;

/** A builder who is signed in at a product in a process of its own. */
export interface Builder extends AsyncDisposable {
  readonly product: Product;
  /** A call of the builder host as JSON; throws unless it succeeds. */
  call(path: string, body?: unknown, method?: string): Promise<Data>;
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>;
  /** Makes an app of these files; its id. */
  createApp(files: Readonly<Record<string, string>>): Promise<string>;
  readonly headers: Readonly<Record<string, string>>;
}

export async function openBuilder(env: Readonly<Record<string, string>> = {}): Promise<Builder> {
  const product = await startProduct({ RATE_LIMIT: '0', ...env });
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
    createApp: async (files) => (await call('/api/apps', { appType: 'generated', genApp: toGenApp(files) })).id,
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  };
}

/** Files by path, as `POST /api/apps` takes them: by kind. */
function toGenApp(files: Readonly<Record<string, string>>): unknown {
  const kinds: Record<string, Record<string, string>> = {};
  for (const [path, text] of Object.entries(files)) {
    const [folder = '', name] = path.split('/');
    if (name !== undefined) kinds[folder] = { ...kinds[folder], [name.replace(/\.json$/, '')]: text };
  }
  return { name: 'Measured', ...kinds, layout: files['layout'] ?? null, globalsCss: files['globals.css'] ?? null };
}
