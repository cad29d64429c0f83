import { saying, startModelServer } from '@sayso/models/testing';
import { expect, test } from 'vitest';
import { openConnectedChat } from '../testing/chat.ts';
import { ada } from '../testing/fakes.ts';

const body = {
  headers: ['Wer', 'Betrag', 'Notiz'],
  previewData: [['Ada', '1,5', ''], { Wer: 'Bob', Betrag: '2' }],
  schema: { properties: { name: { type: 'string', description: 'Full name' }, amount: { type: 'number' } } },
  entityName: 'Payment',
};
const entry = (csvHeader: string, schemaField: string | null, dataType = 'text') => ({ csvHeader, schemaField, dataType });

async function ask(reply: object, given: object = body) {
  await using server = Object.assign(await startModelServer([saying(JSON.stringify(reply))]), {
    async [Symbol.asyncDispose]() {
      await server.close();
    },
  });
  await using chat = await openConnectedChat(server.url);
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) };
  const answer = await chat.host.fetch('/api/csv/generateMapping', init, ada);
  return { status: answer.status, body: await answer.json(), asked: JSON.stringify(server.requests[0]?.body['messages'] ?? '') };
}

test('maps the columns of a file by a language model', async () => {
  const mappings = [entry('Wer', 'name'), entry('Betrag', 'amount', 'number'), entry('Notiz', null)];
  const { asked, ...answer } = await ask({ mappings });
  expect(answer).toEqual({ status: 200, body: { mappings } });
  for (const word of ['Payment', 'Full name', 'Betrag', 'Bob']) expect(asked).toContain(word);
});

test('leaves out columns and fields that do not exist, and fields that are used twice', async () => {
  const mappings = [entry('Wer', 'name'), entry('Betrag', 'name'), entry('Notiz', '__proto__'), entry('Wo', 'amount')];
  expect((await ask({ mappings })).body).toEqual({ mappings: [entry('Wer', 'name')] });
});

test('rejects a request without columns', async () => {
  expect((await ask({}, { ...body, headers: [] })).status).toBe(400);
});
