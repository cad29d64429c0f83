import { expect } from 'vitest';
import type { Product } from '../product.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the client's request
export type Data = any;

/** A signed-in builder who calls the product over HTTP. Its token stays valid after a restart. */
export interface Client {
  readonly token: string;
  /** Throws when the response has errors. */
  graphql(query: string, variables?: object): Promise<Data>;
  call(method: string, path: string, body?: unknown, more?: { readonly accept?: string; readonly signal?: AbortSignal }): Promise<Response>;
}

export function clientOf({ builderUrl }: Pick<Product, 'builderUrl'>, token: string): Client {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const call: Client['call'] = (method, path, body, { accept = '*/*', signal = null } = {}) =>
    fetch(builderUrl + path, {
      method,
      signal,
      headers: { ...headers, accept },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    token,
    call,
    async graphql(query, variables = {}) {
      const answer = await call('POST', '/graphql', { query, variables });
      const { data, errors } = (await answer.json()) as Data;
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
  };
}

export async function signUp(product: Pick<Product, 'builderUrl'>): Promise<Client> {
  const body = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const answer = await clientOf(product, '').call('POST', '/api/auth/sign-up/email', body);
  return clientOf(product, ((await answer.json()) as Data).token);
}

/** Initial files of every app in these tests: one page and one table. */
export const FIRST_FILES = {
  'entities/Note.json': JSON.stringify({ name: 'Note', type: 'object', properties: { text: { type: 'string' } } }, null, 2),
  'pages/Home': 'export default function Home() {\n  return <p>Before</p>;\n}\n',
};

/** Creates an app with a first version; returns its id. */
export async function makeApp(client: Client, name: string): Promise<string> {
  const genApp = {
    name,
    pages: { Home: FIRST_FILES['pages/Home'] },
    entities: { Note: FIRST_FILES['entities/Note.json'] },
  };
  const answer = await client.call('POST', '/api/apps', { appType: 'generated', genApp });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Data).id;
}

/** Adds rows in parallel lanes until the server ends or `count` are added; returns the acknowledged texts. */
export async function addNotes(client: Client, appId: string, options: { prefix: string; count: number; onRow?: (total: number) => void }) {
  const acknowledged: string[] = [];
  let next = 0;
  const lane = async () => {
    while (next < options.count) {
      const text = `${options.prefix}-${next++}`;
      const answer = await client.call('POST', notesPath(appId), { text });
      // The server is shutting down.
      if (answer.status === 503) return;
      expect(answer.status).toBeLessThan(300);
      await answer.json();
      acknowledged.push(text);
      options.onRow?.(acknowledged.length);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: 8 }, lane));
  // A lane ends when the server does: `fetch` then throws a TypeError.
  for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof TypeError)) throw end.reason;
  return acknowledged;
}

/** The text that `sendMessage` sends. */
export const REQUEST = 'Keep a list of the plants that I have to water';

/** Sends a message to the assistant; the response is a stream. */
export async function sendMessage(client: Client, appId: string): Promise<Response> {
  const message = { id: `message-${appId}`, role: 'user', content: REQUEST };
  return client.call('POST', `/api/apps/${appId}/chat`, { messages: [message] });
}

/** Sends a message, reads the response until `isEnough`, then disconnects. */
export async function readUntil(client: Client, appId: string, isEnough: (text: string) => boolean): Promise<void> {
  const { body } = await sendMessage(client, appId);
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (isEnough(text)) return;
  }
}

/** Reads a streamed response: `says` waits for a text in it, `whole` for its end. */
export function readAnswer({ body }: Response) {
  let text = '';
  let isOver = false;
  let come = Promise.withResolvers<void>();
  const whole = (async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      come.resolve();
      come = Promise.withResolvers();
    }
    isOver = true;
    come.resolve();
    return text;
  })();
  return {
    whole,
    async says(words: string): Promise<void> {
      while (!text.includes(words)) {
        if (isOver) throw new Error(`The answer ended: ${text}`);
        await come.promise;
      }
    },
  };
}

export function notesPath(appId: string): string {
  return `/live_api/apps/${appId}/entities/Note`;
}

/** Texts of all notes of an app: of its published rows, or of its draft. */
export async function readNotes(client: Client, appId: string, rows: 'live' | 'draft' = 'live'): Promise<Set<string>> {
  const ofDraft = rows === 'draft' ? '&rows=draft' : '';
  const texts = new Set<string>();
  for (let after = ''; ; ) {
    const answer = await client.call('GET', `${notesPath(appId)}?limit=1000&sort=createdAt${ofDraft}${after}`);
    const page = (await answer.json()) as Data[];
    for (const { text } of page) texts.add(text);
    if (page.length < 1000) return texts;
    after = `&after=${page.at(-1)?.id}`;
  }
}

const APP = `query ($id: ID!) { app(id: $id) {
  name currentVersion { id messageId files { path content } } versions { id }
  latestTurn { id status error errorCode assistantMessage { versionId status parts { ... on ActionPart { action { type file status error } } } } }
  messages { role content status versionId }
} }`;

/** An app as the builder sees it. */
export async function readApp(client: Client, id: string): Promise<Data> {
  return (await client.graphql(APP, { id })).app;
}

/** The turn is queued or running. */
export function isPending(turn: Data | null): boolean {
  return ['queued', 'streaming', 'applying'].includes(turn?.status);
}

/** The app after its turn has settled; a separate read, since the fields of one response need not be from the same moment. */
export async function settledApp(client: Client, id: string): Promise<Data> {
  while (isPending((await readApp(client, id)).latestTurn)) await new Promise((resolve) => setTimeout(resolve, 50));
  return readApp(client, id);
}

/** A GraphQL subscription over server-sent events. */
export async function subscribe(client: Client, query: string, variables: object) {
  const ending = new AbortController();
  const answer = await client.call('POST', '/graphql', { query, variables }, { accept: 'text/event-stream', signal: ending.signal });
  // Locks the body at once: Node cancels an unlocked body when its response is garbage collected, and `next` may be called much later.
  if (answer.body === null) throw new Error(`The subscription was answered with ${answer.status} and no body.`);
  const results = readEvents(answer.body.pipeThrough(new TextDecoderStream()));
  const next = async (): Promise<Data> => {
    const { value, done } = await results.next();
    if (done || value.errors) throw new Error(`The subscription ended: ${JSON.stringify(value?.errors)}`);
    return value.data;
  };
  return {
    next,
    /** The first result that satisfies the condition. */
    async until(condition: (data: Data) => boolean): Promise<Data> {
      for (;;) {
        const data = await next();
        if (condition(data)) return data;
      }
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
    },
  };
}

async function* readEvents(body: ReadableStream<string>): AsyncGenerator<Data> {
  let text = '';
  for await (const chunk of body) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: ?(.+)$/m.exec(block)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}
