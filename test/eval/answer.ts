import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Builder } from '../bench/builder.ts';
import { addRow } from '../templates/use.ts';
import { logIn, openPublished } from '../templates/world.ts';
import type { Check } from './checks.ts';

/** What became of one request. */
export interface Answer {
  /** It made a version. */
  readonly isAnswered: boolean;
  readonly compiles: boolean;
  /** The validator finds no error. */
  readonly validates: boolean;
  /** Every page shows something, without an error. */
  readonly renders: boolean;
  /** A row can be added by a form of the app. */
  readonly addsRows: boolean;
  /** Nothing vanished without having been asked for; true for a new app. */
  readonly keeps: boolean;
  /** Every check holds. */
  readonly fits: boolean;
  /** What is wrong, one line each. */
  readonly faults: readonly string[];
  readonly tokens: number;
  /** In dollars; null when the model's price is not known. */
  readonly cost: number | null;
  readonly seconds: number;
  /** Version of the prompt that the model was asked with; null or absent when it is not known. */
  readonly promptVersion?: string | null;
}

interface Asked {
  readonly appId: string;
  readonly request: string;
  readonly checks: readonly Check[];
  /** Whether things may vanish. */
  readonly removes: boolean;
}

interface Turn {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly promptVersion: string | null;
  readonly assistantMessage: {
    readonly versionId: string | null;
    readonly usage: { readonly totalTokens: number; readonly totalCost: number | null } | null;
    readonly review: { readonly vanished: readonly { readonly kind: string; readonly name: string }[] } | null;
  };
}

const TURN =
  '{ id status error promptVersion assistantMessage { versionId usage { totalTokens totalCost } review { vanished { kind name } } } }';
const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) ${TURN} }`;
const LATEST = `query ($id: ID!) { app(id: $id) { latestTurn ${TURN} } }`;
const CONFIRM = `mutation ($id: ID!) { answerConfirmation(turnId: $id, accept: true) ${TURN} }`;
const CONTINUE = `mutation ($id: ID!) { continueTurn(turnId: $id) ${TURN} }`;
const PREVIEW = 'mutation ($id: ID!) { startPreview(appId: $id) { build { problems { path line message } pages { path } } } }';
const PUBLISH = 'mutation ($id: ID!) { publishApp(id: $id) { url } }';

const SETTLED: readonly string[] = ['ready', 'failed', 'stopped'];
const POLL_MS = 100;
const MAX_CONTINUATIONS = 3;
const TURN_MS = 10 * 60_000;
/** Pictures of rows may lie on other servers, which need not be reachable. */
const OUTSIDE = /net::ERR_/;
/** For what a page does after it has loaded. */
const PAGE_MS = 5_000;

/** Sends a request of the app's conversation, and tries what became of the app. */
export async function ask(builder: Builder, browser: Browser, { appId, request, checks, removes }: Asked): Promise<Answer> {
  const begun = performance.now();
  const turn = await answer(builder, appId, request);
  const seconds = (performance.now() - begun) / 1000;
  const { versionId, usage, review } = turn.assistantMessage;
  const used = { tokens: usage?.totalTokens ?? 0, cost: usage?.totalCost ?? null, seconds, promptVersion: turn.promptVersion };
  const nothing = { isAnswered: false, compiles: false, validates: false, renders: false, addsRows: false, keeps: true, fits: false };
  if (versionId === null) return { ...nothing, faults: [turn.error ?? 'changed nothing'], ...used };
  const { files } = await builder.call(`/api/apps/${appId}/versions/${versionId}`).then(filesOf);
  const { build } = (await builder.graphql(PREVIEW, { id: appId })).startPreview;
  const errors = await errorsOf(builder, appId, versionId);
  const faults = [...build.problems.map(({ path, message }: Problem) => `${path}: ${message}`), ...errors];
  const compiles = build.problems.length === 0;
  const tried = compiles ? await tryOut(builder, browser, { appId, paths: build.pages.map(({ path }: Problem) => `/${path}`) }) : null;
  const lacking = checks.filter((check) => !check.holds({ files, shown: tried?.shown ?? {} })).map(({ name }) => `lacks ${name}`);
  const vanished = removes ? [] : (review?.vanished ?? []).map(({ kind, name }) => `lost ${kind} ${name}`);
  return {
    isAnswered: true,
    compiles,
    validates: errors.length === 0,
    renders: tried !== null && tried.faults.length === 0,
    addsRows: tried?.addsRows ?? false,
    keeps: vanished.length === 0,
    fits: lacking.length === 0,
    faults: [...new Set([...faults, ...(tried?.faults ?? []), ...vanished, ...lacking])],
    ...used,
  };
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

const filesOf = ({ files }: { readonly files: readonly { readonly path: string; readonly content: string }[] }) => ({
  files: Object.fromEntries(files.map(({ path, content }) => [path, content])),
});

/** Confirms what waits for the builder, and lets an answer that was cut off go on. */
async function answer(builder: Builder, appId: string, content: string): Promise<Turn> {
  let turn: Turn = (await builder.graphql(SEND, { input: { appId, content, clientId: crypto.randomUUID() } })).sendMessage;
  const until = performance.now() + TURN_MS;
  let continuations = 0;
  while (!SETTLED.includes(turn.status)) {
    if (performance.now() > until) return { ...turn, error: 'took more than 10 minutes' };
    if (turn.status === 'waiting') await builder.graphql(CONFIRM, { id: turn.id });
    if (turn.status === 'truncated') {
      continuations += 1;
      if (continuations > MAX_CONTINUATIONS) return turn;
      await builder.graphql(CONTINUE, { id: turn.id });
    }
    await pause(POLL_MS);
    turn = (await builder.graphql(LATEST, { id: appId })).app.latestTurn;
  }
  return turn;
}

/** The errors that the validator finds in a version, repaired ones included. */
async function errorsOf(builder: Builder, appId: string, versionId: string): Promise<string[]> {
  const { initialIssues } = await builder.call(`/api/apps/${appId}/versions/${versionId}/validate-repair`, {});
  return initialIssues
    .filter(({ severity }: { severity: string }) => severity === 'error')
    .map(({ componentName, message }: { componentName: string; message: string }) => `${componentName}: ${message}`);
}

interface Tried {
  readonly shown: Readonly<Record<string, string>>;
  readonly addsRows: boolean;
  readonly faults: readonly string[];
}

/** Publishes the app, opens each page as its owner, and adds a row on the first one that offers it. */
async function tryOut(builder: Builder, browser: Browser, { appId, paths }: { appId: string; paths: readonly string[] }): Promise<Tried> {
  const url = (await builder.graphql(PUBLISH, { id: appId })).publishApp.url.replace(/\/$/, '');
  const app = { appId, url, token: JSON.stringify(await logIn(builder, appId, url)) };
  const shown: Record<string, string> = {};
  const faults: string[] = [];
  let addsRows = false;
  for (const path of paths) {
    try {
      await using opened = await openPublished(browser, app, { path });
      opened.page.setDefaultTimeout(PAGE_MS);
      shown[path] = (await opened.page.locator('#root').textContent()) ?? '';
      if (shown[path].trim() === '') faults.push(`${path} shows nothing`);
      addsRows ||= await addRow(opened.page).catch(() => false);
      const own = opened.complaints.filter((complaint) => !OUTSIDE.test(complaint));
      faults.push(...own.map((complaint) => `${path}: ${complaint.split('\n')[0]}`));
    } catch (error) {
      faults.push(`${path} does not open: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  return { shown, addsRows, faults };
}
