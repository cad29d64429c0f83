import { type Builder, openBuilder } from './builder.ts';
import { atMost, atMostMore, byTurns, percentile, type Result } from './measure.ts';
import { startPacedModel } from './model.ts';

/** Enough for a median without the warm-up of the server. */
const TURNS = 300;
const AT_ONCE = 100;
const PIECES = 40;
const EVERY_MS = 50;

/** Latency that the server adds between model and reader: for the first piece, and under load. */
export default async function chat(): Promise<Result[]> {
  return [await firstByte(), await underLoad()];
}

async function firstByte(): Promise<Result> {
  await using model = await startPacedModel({ pieces: [() => 'Hello', () => ' there.'], everyMs: 0 });
  await using builder = await openBuilder({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' });
  const appId = await builder.createApp({ 'pages/Home': 'export default () => <b>home</b>;' });
  const ours = async (): Promise<number> => {
    const begun = performance.now();
    let first = Number.NaN;
    for await (const line of turn(builder, appId)) if (Number.isNaN(first) && line.startsWith('0:')) first = performance.now() - begun;
    return first;
  };
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] };
  const theirs = async (): Promise<number> => {
    const begun = performance.now();
    let first = Number.NaN;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    for await (const line of lines(await fetch(`${model.url}/chat/completions`, init))) {
      if (Number.isNaN(first) && line.includes('"content"')) first = performance.now() - begun;
    }
    return first;
  };
  return atMostMore(1.5, { name: 'chat: first byte (the model itself)', ...(await byTurns(TURNS, ours, theirs)), unit: 'ms' });
}

async function underLoad(): Promise<Result> {
  const timestamp = () => `<${performance.now().toFixed(3)}> `;
  await using model = await startPacedModel({ pieces: Array.from({ length: PIECES }, () => timestamp), everyMs: EVERY_MS });
  await using builder = await openBuilder({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' });
  const apps: string[] = [];
  for (let app = 0; app < AT_ONCE; app += 1) apps.push(await builder.createApp({ 'pages/Home': 'export default () => <b>home</b>;' }));
  const delays: number[] = [];
  await Promise.all(
    apps.map(async (appId) => {
      for await (const line of turn(builder, appId)) {
        if (!line.startsWith('0:')) continue;
        const now = performance.now();
        for (const [, sent] of line.matchAll(/<([\d.]+)>/g)) delays.push(now - Number(sent));
      }
    }),
  );
  if (delays.length !== AT_ONCE * PIECES) throw new Error(`${delays.length} of ${AT_ONCE * PIECES} pieces arrived.`);
  return atMost(50, { name: `chat: ${AT_ONCE} turns at once, p99 of a piece`, ours: percentile(delays, 99), unit: 'ms' });
}

/** Lines of one turn's data stream (AI SDK protocol). */
async function* turn(builder: Builder, appId: string): AsyncGenerator<string> {
  const message = { id: crypto.randomUUID(), role: 'user', content: 'Hello' };
  const init = { method: 'POST', headers: builder.headers, body: JSON.stringify({ messages: [message] }) };
  const response = await fetch(`${builder.product.builderUrl}/api/apps/${appId}/chat`, init);
  if (!response.ok) throw new Error(`The chat answered ${response.status}: ${await response.text()}`);
  yield* lines(response);
}

async function* lines(response: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
