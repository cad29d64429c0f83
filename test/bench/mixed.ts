import { setTimeout as pause } from 'node:timers/promises';
import type { Builder } from './builder.ts';
import { openPreview } from './preview.ts';

const ROUND_MS = 12_000;
const ROWS_EVERY_MS = 250;
const ROWS_AT_ONCE = 30;
/** Rounds with one app: its first turn creates it, the others change it. */
const ROUNDS_PER_APP = 5;
const FIRST_REQUEST = 'Make a vinyl collection with artist, year and condition';
const FOLLOW_UPS = ['make it green', 'pink buttons', 'dark mode please', 'rounder corners'];

interface App {
  readonly id: string;
  /** The name of its table. */
  readonly table: string;
}

/** A turn of the assistant, its preview and a publishing each 12 s, and 120 rows a second. */
export async function mixedUse(builder: Builder, durationMs: number): Promise<void> {
  const end = performance.now() + durationMs;
  const current = { app: await firstTurn(builder) };
  await Promise.all([makeApps(builder, current, end), insertRows(builder, current, end)]);
}

async function makeApps(builder: Builder, current: { app: App }, end: number): Promise<void> {
  for (let round = 1; performance.now() < end; round += 1) {
    const next = performance.now() + ROUND_MS;
    const followUp = FOLLOW_UPS[(round % ROUNDS_PER_APP) - 1];
    if (followUp === undefined) current.app = await firstTurn(builder);
    else await turn(builder, current.app.id, followUp);
    await openPreview(builder, current.app.id, new Set());
    await builder.graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: current.app.id });
    await pause(Math.max(0, Math.min(next, end) - performance.now()));
  }
}

async function firstTurn(builder: Builder): Promise<App> {
  const { id } = (await builder.graphql('mutation { createApp(input: {}) { id } }')).createApp;
  await turn(builder, id, FIRST_REQUEST);
  // Builds are stored by the hash of their sources: without a name of its own, only the first app would be compiled.
  await turn(builder, id, `call it "${id}"`);
  const { app } = await builder.graphql('query ($id: ID!) { app(id: $id) { currentVersion { tables { name } } } }', { id });
  return { id, table: app.currentVersion.tables[0].name };
}

async function turn(builder: Builder, appId: string, content: string): Promise<void> {
  const body = JSON.stringify({ messages: [{ id: crypto.randomUUID(), role: 'user', content }] });
  const response = await fetch(`${builder.product.builderUrl}/api/apps/${appId}/chat`, { method: 'POST', headers: builder.headers, body });
  const text = await response.text();
  if (!text.includes('"status":"ready"')) throw new Error(`The turn "${content}" did not end well: ${text.slice(-600)}`);
}

async function insertRows(builder: Builder, current: { readonly app: App }, end: number): Promise<void> {
  for (let count = 0; performance.now() < end; count += 1) {
    const next = performance.now() + ROWS_EVERY_MS;
    const { id, table } = current.app;
    const path = `/live_api/apps/${id}/entities/${table}`;
    await Promise.all(Array.from({ length: ROWS_AT_ONCE }, (_, index) => builder.call(path, { artist: `Artist ${count}-${index}` })));
    await builder.call(`${path}?limit=50`);
    await pause(Math.max(0, next - performance.now()));
  }
}
