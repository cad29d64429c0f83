import { expect, test } from 'vitest';
import { openTools } from '../honesty/testing/judge.ts';
import { answerTo } from '../service.ts';

// Each clause of a message is done, or named as not done.

const files = {
  'entities/Disc.json': JSON.stringify({
    title: 'Disc',
    type: 'object',
    properties: {
      artist: { type: 'string' },
      year: { type: 'integer' },
      condition: { type: 'string', enum: ['new', 'used'] },
      bought: { type: 'string', format: 'date' },
    },
  }),
  'pages/Home': `import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Disc } from '@/entities/Disc';

export default function Home() {
  return (
    <Page title="Discs">
      <DataTable entity={Disc} />
    </Page>
  );
}
`,
};
const tools = await openTools();
const ask = (request: string) =>
  answerTo({ appId: 'app', appName: 'Music', files, previousFiles: null, addedRows: [], errors: [], request }, tools);

/** A clause, and what an answer that has carried it out contains; clauses that cannot be carried out have none. */
const CLAUSES: readonly (readonly [clause: string, done: RegExp | null, topic: string])[] = [
  ['make it green', /150/, 'accent'],
  ['i want a dark look', /dark/i, 'look'],
  ['add a price', /"price"/, 'price'],
  ['we need a phone number', /"phone"/, 'phone'],
  ['remove the year', null, 'year'],
  ['sort by artist', /artist/, 'sort'],
  ['newest on top', /bought|year/, 'sort'],
  ['call it Attic', /Attic/, 'title'],
  ['make it public', /"all"/, 'access'],
  ['we also need a page for sponsors', /Sponsor/, 'sponsor'],
  ['put in 3 sample discs', /insert_records/, 'rows'],
  ['blargh the foo', null, 'blargh'],
  ['send a newsletter to everyone by email', null, 'mail'],
  ['let customers pay with paypal', null, 'pay'],
  ['the logo should wobble', null, 'logo'],
];
const JOINTS = [' and ', ', ', '. ', '; ', ' as well as ', ' & ', '\n', ', but '];

const asked = new Map<string, Promise<{ readonly text: string; readonly changes: string; readonly sentences: readonly string[] }>>();
/** The answer in one text, and what it changes. */
const seen = (request: string) => {
  const known = asked.get(request);
  const answer =
    known ??
    ask(request).then(({ sentences, actions }) => ({
      sentences,
      text: sentences.join(' ').toLowerCase(),
      changes: actions.map(({ type, content }) => `${type} ${content}`).join('\n'),
    }));
  asked.set(request, answer);
  return answer;
};
/** What an answer to this clause alone reports: what is done, why not, or what is beyond it. */
const reports = async (clause: string) => {
  const { sentences } = await seen(clause);
  const own = sentences.filter(
    (sentence) =>
      !/^(?:Nothing was changed|I did not understand what|I can |Es wurde nichts|Ich habe nicht verstanden|Ich kann )/.test(sentence),
  );
  return own.map((sentence) =>
    sentence
      .toLowerCase()
      .replace(/^(?:i cannot add |das kann ich nicht einbauen: )/, '')
      .replace(/"?\.$/, ''),
  );
};

const GERMAN = [
  'mach es grün',
  'füge einen Preis hinzu',
  'sortiere nach Artist',
  'das Logo soll wackeln',
  'blargh das Foo',
  'zeige ein Diagramm pro Jahr',
];
const pairsOf = (clauses: readonly string[]) =>
  clauses.flatMap((one) => clauses.filter((other) => other !== one).map((other) => [one, other] as const));
const english = pairsOf(CLAUSES.map(([clause]) => clause));

test.each([
  ...JOINTS.map((joint) => [joint, english] as const),
  ...[' und ', ', ', ' sowie ', '. ', ' und dann '].map((joint) => [joint, pairsOf(GERMAN)] as const),
])('accounts for both clauses of every pair that %j joins', async (joint, pairs) => {
  const unaccounted: string[] = [];
  for (const clauses of pairs) {
    const request = clauses.join(joint);
    const { text } = await seen(request);
    for (const clause of clauses) {
      const said = await reports(clause);
      const isReported = said.length > 0 && said.every((sentence) => text.includes(sentence));
      if (!text.includes(clause.toLowerCase()) && !isReported) unaccounted.push(`${request} | ${clause} | ${text}`);
    }
  }
  expect(unaccounted).toEqual([]);
});

test.each(CLAUSES.filter(([, done]) => done !== null))('carries out “%s” behind another clause', async (clause, done, topic) => {
  for (const [other, , about] of CLAUSES)
    if (topic !== about) expect((await seen(`${other} and ${clause}`)).changes, other).toMatch(done ?? /./);
});

test.each([
  ['call it "Salt, pepper and more"', 'Salt, pepper and more'],
  ['call it Salt and pepper', 'Salt and pepper'],
])('keeps the conjunctions of a name: %s', async (request, name) => {
  expect((await ask(request)).appName).toBe(name);
});

test('names what it does not do beside an undo', async () => {
  expect((await seen('undo that and make it green')).text).toContain('"make it green"');
});

test('says nothing of courtesy and reasons', async () => {
  const { text } = await seen('add a price, please, because i sell some, thanks');
  expect(text).not.toContain('understand');
});

test('reads a message of many parts', async () => {
  expect((await ask(Array.from({ length: 800 }, () => 'foo').join(', '))).actions).toEqual([]);
});
