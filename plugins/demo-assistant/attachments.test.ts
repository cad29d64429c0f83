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
