// `@supabase/supabase-js` of imported projects: the same shapes of answers, with one sentence instead of rows.

const SENTENCE = 'This app has no connection to Supabase here. Keep its rows in tables, and ask the assistant to replace the calls.';

class NoConnection extends Error {
  readonly code = 'no-connection';
  readonly status = 501;
  constructor() {
    super(SENTENCE);
    this.name = 'NoConnection';
  }
}

export { NoConnection as AuthError, NoConnection as PostgrestError };

type Answer = Readonly<Record<string, unknown>>;
const refused = (more: Answer = {}): Answer => ({ data: null, error: new NoConnection(), count: null, status: 501, ...more });

/** A query: each method returns it, and awaiting it answers. */
function query(): object {
  const answer = Promise.resolve(refused());
  const self: object = new Proxy(
    {},
    { get: (_target, name) => (name === 'then' ? answer.then.bind(answer) : typeof name === 'string' ? () => self : undefined) },
  );
  return self;
}

const noUser = async () => ({ data: { user: null, session: null }, error: new NoConnection() });

const auth = new Proxy<Record<string, unknown>>(
  {
    getSession: async () => ({ data: { session: null }, error: null }),
    getUser: async () => ({ data: { user: null }, error: null }),
    signOut: async () => ({ error: null }),
    onAuthStateChange(listener: (event: string, session: null) => void) {
      queueMicrotask(() => listener('INITIAL_SESSION', null));
      return { data: { subscription: { id: 'none', unsubscribe: () => {} } } };
    },
  },
  { get: (known, name) => (typeof name === 'string' ? (known[name] ?? noUser) : undefined) },
);

const channel = {
  on: () => channel,
  subscribe: () => channel,
  unsubscribe: async () => 'ok',
  send: async () => 'ok',
  track: async () => 'ok',
  presenceState: () => ({}),
};

const bucket = new Proxy<Record<string, unknown>>(
  { getPublicUrl: () => ({ data: { publicUrl: '' } }) },
  { get: (known, name) => (typeof name === 'string' ? (known[name] ?? (async () => refused())) : undefined) },
);

export function createClient() {
  return {
    auth,
    from: query,
    rpc: query,
    schema: () => ({ from: query, rpc: query }),
    storage: { from: () => bucket, listBuckets: async () => refused() },
    functions: { invoke: async () => refused() },
    channel: () => channel,
    removeChannel: async () => 'ok',
    removeAllChannels: async () => [],
    getChannels: () => [],
    realtime: { setAuth: () => {} },
  };
}

export const createBrowserClient = createClient;
export const createPagesBrowserClient = createClient;
export const SupabaseClient = createClient;
export const useSupabaseClient = createClient;
export const useUser = () => null;
export const useSession = () => null;
export const SessionContextProvider = ({ children }: { readonly children?: unknown }) => children ?? null;
export const REALTIME_SUBSCRIBE_STATES = {
  SUBSCRIBED: 'SUBSCRIBED',
  TIMED_OUT: 'TIMED_OUT',
  CLOSED: 'CLOSED',
  CHANNEL_ERROR: 'CHANNEL_ERROR',
};
export const isAuthError = (error: unknown): boolean => error instanceof NoConnection;
export default { createClient };
