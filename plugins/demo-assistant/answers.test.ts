import { expect, test } from 'vitest';
import { openTools } from './honesty/testing/judge.ts';
import { answerTo } from './service.ts';

const empty = { appId: 'app', appName: 'App', files: {}, previousFiles: null, addedRows: [], errors: [] };
const attachments = [
  { name: 'sketch.png', contentType: 'image/png' },
  { name: 'people.csv', contentType: 'text/csv' },
];

test.each([
  ['A habit tracker', 'I see that you attached "sketch.png" and "people.csv". The demo assistant works by rules and cannot read files;'],
  ['Eine App für meine Gewohnheiten', 'Ich sehe, dass du „sketch.png“ und „people.csv“ angehängt hast. Der Demo-Assistent'],
])('says that it saw the files of “%s” and cannot read them', async (request, sentence) => {
  const { sentences } = await answerTo({ ...empty, request, attachments }, await openTools());
  expect(sentences[0]).toContain(sentence);
  expect((await answerTo({ ...empty, request }, await openTools())).sentences.join(' ')).not.toContain('sketch.png');
});

test.each([
  ['lessons, teachers and pupils. ', 'I read only the first 4000 characters of your message.'],
  ['Lehrer, Schüler und Unterricht. ', 'Von deiner Nachricht habe ich nur die ersten 4000 Zeichen gelesen.'],
])('says how much of a long message it reads', async (words, sentence) => {
  const tools = await openTools();
  const long = await answerTo({ ...empty, request: words.repeat(1500) }, tools);
  expect(long.sentences[0]).toBe(sentence);
  expect(long.actions).not.toEqual([]);
  const short = await answerTo({ ...empty, request: words }, tools);
  expect(short.sentences).not.toContain(sentence);
  expect(short.actions).toEqual(long.actions);
});
