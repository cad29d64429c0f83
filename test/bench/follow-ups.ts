import { type Builder, openBuilder } from './builder.ts';
import { type Edit, type FollowUp, followUps } from './follow-up-requests.ts';
import { median, type Result, reported } from './measure.ts';
import { startPacedModel } from './model.ts';

/** A model that writes 100 tokens per second. */
const PIECE = 20;
const EVERY_MS = 50;
const AT_ONCE = 8;

type Files = ReadonlyMap<string, string>;
/** How a model writes a change. */
type Style = (before: Files, followUp: FollowUp) => string;

interface Turn {
  readonly followUp: FollowUp;
  readonly before: Files;
  readonly after: Files;
  readonly ms: number;
  readonly tokens: { readonly promptTokens: number; readonly completionTokens: number };
}

/** 100 follow-ups, each to a new app: how many the rules of the demo assistant answer, and what a model takes for the others. */
export default async function measureFollowUps(): Promise<Result[]> {
  const byRules = await replayWithoutModel();
  const answered = byRules.filter(isAnswered);
  const misread = byRules.filter((turn) => !isAnswered(turn) && hasChanged(turn));
  const others = byRules.filter((turn) => !isAnswered(turn)).map(({ followUp }) => followUp);
  const [edits, files] = [await replay(others, editFiles), await replay(others, writeFiles)];
  const compared = (name: string, unit: string, of: (turn: Turn) => number) =>
    reported({ name: `follow-ups: ${name}, edits (whole files)`, ours: median(edits.map(of)), theirs: median(files.map(of)), unit });
  return [
    reported({ name: `follow-ups: answered without a model, of ${followUps.length}`, ours: answered.length, unit: '' }),
    reported({ name: 'follow-ups: changed something else', ours: misread.length, unit: '' }),
    reported({ name: 'follow-ups: time without a model', ours: median(answered.map(({ ms }) => ms)), unit: 'ms' }),
    compared(`tokens written for the other ${others.length}`, '', ({ tokens }) => tokens.completionTokens),
    compared('tokens read', '', ({ tokens }) => tokens.promptTokens),
    compared('time', 'ms', ({ ms }) => ms),
  ];
}

async function replayWithoutModel(): Promise<Turn[]> {
  await using builder = await openBuilder();
  return await inParallel(followUps, (followUp) => ask(builder, followUp));
}

/** Every turn has to make the version that the request asks for. */
async function replay(requests: readonly FollowUp[], style: Style): Promise<Turn[]> {
  const answers = new Map<string, string>();
  await using model = await startPacedModel((request) => {
    const text = answers.get(request) ?? '';
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${PIECE}}`, 'g')) ?? [];
    return { pieces: pieces.map((piece) => () => piece), everyMs: EVERY_MS };
  });
  await using builder = await openBuilder({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' });
  return await inParallel(requests, async (followUp) => {
    const turn = await ask(builder, followUp, (before) => answers.set(followUp.ask, style(before, followUp)));
    if (!isAnswered(turn)) throw new Error(`The model's change was not made: ${followUp.ask}`);
    return turn;
  });
}

async function inParallel<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const entries = all.entries();
  const run = async () => {
    for (const [index, one] of entries) results[index] = await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return results;
}

async function ask(builder: Builder, followUp: FollowUp, prepare?: (before: Files) => unknown): Promise<Turn> {
  const made = await builder.graphql('mutation ($name: ID!) { createAppFromTemplate(name: $name) { id } }', { name: followUp.app });
  const appId: string = made.createAppFromTemplate.id;
  const before = await readFiles(builder, appId);
  prepare?.(before);
  const begun = performance.now();
  const body = JSON.stringify({ messages: [{ id: crypto.randomUUID(), role: 'user', content: followUp.ask }] });
  const response = await fetch(`${builder.product.builderUrl}/api/apps/${appId}/chat`, { method: 'POST', headers: builder.headers, body });
  const lines = (await response.text()).split('\n');
  const ms = performance.now() - begun;
  const end = lines.findLast((line) => line.startsWith('d:'));
  if (end === undefined) throw new Error(`"${followUp.ask}" failed: ${lines.slice(-5).join('\n')}`);
  return { followUp, before, after: await readFiles(builder, appId), ms, tokens: JSON.parse(end.slice(2)).usage };
}

async function readFiles(builder: Builder, appId: string): Promise<Files> {
  const query = 'query ($id: ID!) { app(id: $id) { currentVersion { files { path content } } } }';
  const { app } = await builder.graphql(query, { id: appId });
  return new Map(app.currentVersion.files.map(({ path, content }: { path: string; content: string }) => [path, content]));
}

const hasChanged = ({ before, after }: Turn) => after.size !== before.size || [...after].some(([path, text]) => before.get(path) !== text);

function isAnswered({ followUp, before, after }: Turn): boolean {
  return [...after].some(([path, text]) => {
    const known = new Set(comparable(path, before.get(path) ?? ''));
    return comparable(path, text).some((line) => !known.has(line) && new RegExp(followUp.shows, 'i').test(line));
  });
}

/** The lines of a file; of a table, one for each field, however its schema is formatted. */
function comparable(path: string, text: string): string[] {
  if (!path.startsWith('entities/') || text === '') return text.split('\n');
  const fields: Record<string, unknown> = JSON.parse(text).properties;
  return Object.entries(fields).map((field) =>
    JSON.stringify(Object.fromEntries([field]))
      .replaceAll('":', '": ')
      .replaceAll(',"', ', "'),
  );
}

/** The whole text of each changed file. */
const writeFiles: Style = (before, followUp) =>
  answer(followUp, (file, edits) => {
    const text = edits.reduce((written, edit) => replaceOnce(written, edit), before.get(file) ?? '');
    return `<action type="add_file" file="${file}" title="Write ${file}">\n${text}\n</action>`;
  });

/** Search and replace blocks of whole lines. */
const editFiles: Style = (before, followUp) =>
  answer(followUp, (file, edits) => {
    let text = before.get(file) ?? '';
    const blocks = edits.map((edit) => {
      const lines = linesOf(text, edit);
      text = replaceOnce(text, edit);
      return `<<<<<<< SEARCH\n${lines}\n=======\n${replaceOnce(lines, edit)}\n>>>>>>> REPLACE`;
    });
    return `<action type="edit_file" file="${file}" title="Edit ${file}">\n${blocks.join('\n')}\n</action>`;
  });

function answer({ edits }: FollowUp, write: (file: string, edits: readonly Edit[]) => string): string {
  const files = [...new Set(edits.map(([file]) => file))];
  const actions = files.map((file) =>
    write(
      file,
      edits.filter((edit) => edit[0] === file),
    ),
  );
  return `I change that.\n${actions.join('\n')}\nDone.`;
}

function replaceOnce(text: string, [file, search, replace]: Edit): string {
  const parts = text.split(search);
  if (parts.length !== 2) throw new Error(`"${search}" occurs ${parts.length - 1} times in ${file}.`);
  return parts.join(replace);
}

/** The whole lines that an edit searches for. */
function linesOf(text: string, [, search]: Edit): string {
  const at = text.indexOf(search);
  const end = text.indexOf('\n', at + search.length);
  return text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? text.length : end);
}
