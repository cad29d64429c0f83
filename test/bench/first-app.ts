import { appOf } from './apps.ts';
import { openBuilder } from './builder.ts';
import { atMost, median, type Result, time } from './measure.ts';
import { startPacedModel } from './model.ts';
import { openPreview } from './preview.ts';

const TURNS = 5;
/** A model that streams about 200 tokens per second. */
const PIECE = 40;
const EVERY_MS = 50;

/** From the prompt to a usable preview, with a model that writes six files at once. */
export default async function firstApp(): Promise<Result[]> {
  const actions = Object.entries(appOf(6)).map(
    ([path, text]) => `<action type="add_file" file="${path}" title="Write ${path}">\n${text}\n</action>\n`,
  );
  const answer = `Here is your app.\n${actions.join('')}Enjoy.`;
  const pieces = answer.match(new RegExp(`[\\s\\S]{1,${PIECE * 10}}`, 'g')) ?? [];
  await using model = await startPacedModel({ pieces: pieces.map((piece) => () => piece), everyMs: EVERY_MS });
  await using builder = await openBuilder({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' });
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const appId = (await builder.graphql('mutation { createApp(input: {}) { id } }')).createApp.id as string;
    times.push(
      await time(async () => {
        const body = JSON.stringify({ messages: [{ id: crypto.randomUUID(), role: 'user', content: 'Make me an app with cards.' }] });
        const init = { method: 'POST', headers: builder.headers, body };
        const response = await fetch(`${builder.product.builderUrl}/api/apps/${appId}/chat`, init);
        const text = await response.text();
        if (!text.includes('"status":"ready"')) throw new Error(`The turn did not end well: ${text.slice(-600)}`);
        await openPreview(builder, appId, new Set());
      }),
    );
  }
  return [atMost(10, { name: 'first app: prompt to preview, stub model', ours: median(times) / 1000, unit: 's' })];
}
