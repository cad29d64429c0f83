import type { PropertySchema } from '@sayso/apps/ref';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, table } from '../testing/apps.ts';

const properties: Record<string, PropertySchema> = {
  key: { type: 'string' },
  text: { type: 'string', maxLength: 10 },
  long: { type: 'string' },
  n: { type: 'number', minimum: -5 },
  i: { type: 'integer' },
  ok: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
  at: { type: 'string', format: 'date-time' },
  mail: { type: 'string', format: 'email' },
  link: { type: 'string', format: 'uri' },
  level: { type: 'string', enum: ['Low', 'High'] },
  tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
  any: { type: 'object' },
  part: { type: 'object', properties: { name: { type: 'string' }, size: { type: 'number' } }, required: ['name'] },
  parts: { type: 'array', items: { type: 'object', properties: { on: { type: 'string', format: 'date' } }, required: ['on'] } },
  friend: { type: 'string', 'x-reference': 'Person' },
  friends: { type: 'array', items: { type: 'string', 'x-reference': 'Person' } },
};
const tables = { Value: table('all', 'all', properties), Person: table('all', 'all', { name: { type: 'string' } }) };
const start = () => testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables } })], config: { RATE_LIMIT: 0 } });
let host: Awaited<ReturnType<typeof start>>;
let id: string;
async function send(method: string, path: string, json: string) {
  const init = { method, headers: { 'content-type': 'application/json' }, body: json };
  const answer = await host.fetch(`/live_api/apps/app/entities/Value${path}`, init, owner);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { message?: string } };
}
beforeAll(async () => {
  host = await start();
  id = String((await send('POST', '', '{"key":"stored"}')).body['id']);
});
afterAll(() => host.close());

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const refused = (format: string) => (name: string) => `\`${name}\` must be ${format}.`;
const date = refused('a date such as 2026-01-31');
const time = refused('a date and time such as 2026-01-31T12:00:00Z');
const email = refused('an email address');
const uri = refused('an address such as https://example.com');
const TOO_DEEP = 'is nested too deeply, or has names that start with "$" or have more than 200 characters.';

/** Bodies that could change a prototype are refused as a whole. */
const NO_JSON = 'The body is not valid JSON.';

/** A field, its value as JSON, and the message; null: it is valid. */
const values: readonly (readonly [field: string, json: string, message: string | null])[] = [
  ['text', 'null', null],
  ['text', '""', null],
  ['text', '"😀😀😀😀😀"', null],
  ['text', '"12345678901"', '`text` must have at most 10 characters.'],
  ['text', '1', '`text` must be text.'],
  ['text', '["a"]', '`text` must be text.'],
  ['long', JSON.stringify('x'.repeat(1_000_000)), 'A row has at most 500000 characters.'],
  ['n', '1.5', null],
  ['n', '-0', null],
  ['n', '"1"', '`n` must be a number.'],
  ['n', '"NaN"', '`n` must be a number.'],
  ['n', '1e400', '`n` must be a number.'],
  ['n', '-5.01', '`n` must be at least -5.'],
  ['n', 'true', '`n` must be a number.'],
  ['i', '9007199254740991', null],
  ['i', '9007199254740993', '`i` must be a whole number.'],
  ['i', '1e20', '`i` must be a whole number.'],
  ['i', '1.5', '`i` must be a whole number.'],
  ['ok', '"true"', '`ok` must be true or false.'],
  ['ok', '1', '`ok` must be true or false.'],
  ['day', '"2024-02-29"', null],
  ['day', '"2025-02-29"', date('day')],
  ['day', '"2026-1-1"', date('day')],
  ['day', '"2026-01-31T00:00:00Z"', null],
  ['day', '"2026-01-31T24:00:00Z"', date('day')],
  ['at', '"2026-01-31"', null],
  ['at', '"2026-01-31T23:59:59.999999999Z"', null],
  ['at', '"2026-01-31T12:00:00+14:00"', null],
  ['at', '"2026-01-31T12:00:00-0330"', null],
  ['at', '"2016-12-31T23:59:60Z"', time('at')],
  ['at', '"2026-01-31T24:00:00Z"', time('at')],
  ['at', '"2026-01-31T12:00:00+24:00"', time('at')],
  ['at', '"2026-01-31T12:60:00Z"', time('at')],
  ['at', '"2026-01-31 12:00"', time('at')],
  ['mail', '"ä.b+c@example.org"', null],
  ['mail', '"a@xn--bcher-kva.example"', null],
  ['mail', '"a@bücher.example"', email('mail')],
  ['mail', '"a@localhost"', email('mail')],
  ['mail', '"a\\u0000b@example.org"', email('mail')],
  ['mail', '"a\\u202eb@example.org"', email('mail')],
  ['mail', '"a@example.org\\nbcc: b@example.org"', email('mail')],
  ['link', '"https://example.com/ä?q=1#x"', null],
  ['link', '"/files/a.pdf"', null],
  ['link', '"/\\\\evil.example"', uri('link')],
  ['link', '"//evil.example"', uri('link')],
  ['link', '"javascript:alert(1)"', uri('link')],
  ['link', '"JavaScript:alert(1)"', uri('link')],
  ['link', '" https://example.com"', uri('link')],
  ['level', '"High"', null],
  ['level', '"high"', '`level` must be one of: Low, High.'],
  ['level', '["High"]', '`level` must be one of: Low, High.'],
  ['tags', '["a","b","a"]', null],
  ['tags', '["a","c"]', '`tags.1` must be one of: a, b.'],
  ['tags', '"a"', '`tags` must be a list.'],
  ['tags', '{"0":"a"}', '`tags` must be a list.'],
  ['any', nested(19), null],
  ['any', nested(22), `\`any.a\` ${TOO_DEEP}`],
  ['any', nested(100), 'The body nests more than 64 levels deep.'],
  ['any', '{"$set":1}', '`any.$set` is not a field of `any`.'],
  ['any', '{"a":{"$where":1}}', `\`any.a\` ${TOO_DEEP}`],
  ['any', '{"__proto__":{"x":1}}', NO_JSON],
  ['any', '{"a":{"__proto__":{"x":1}}}', NO_JSON],
  ['any', '{"constructor":{"prototype":1}}', NO_JSON],
  ['any', '{"constructor":1}', null],
  ['part', '{"name":"x","size":null}', null],
  ['part', '{}', '`part.name` is required.'],
  ['part', '{"name":"x","size":"1"}', '`part.size` must be a number.'],
  ['part', '[]', '`part` must be an object.'],
  ['parts', '[{"on":"2026-01-31"},null]', null],
  ['parts', '[{"on":"2026-01-31"},{}]', '`parts.1.on` is required.'],
  ['parts', '[{"on":"soon"}]', date('parts.0.on')],
  ['friend', '"nobody"', '`friend` references a row of Person that does not exist.'],
  ['friends', '["","nobody"]', '`friends.1` references a row of Person that does not exist.'],
  ['friends', '[1]', '`friends.0` must be text.'],
  ['unknown', 'null', '`unknown` is not a field of Value.'],
  ['__proto__', '{"text":"x"}', NO_JSON],
  ['constructor', '1', '`constructor` is not a field of Value.'],
  ['a.b', '1', '`a.b` is not a field of Value.'],
];

/** How a row with a field is written, and how its message names the row. */
const writes: readonly (readonly [string, (field: string) => Promise<Awaited<ReturnType<typeof send>>>, string])[] = [
  ['a create', (field) => send('POST', '', `{${field}}`), ''],
  ['an update', (field) => send('PUT', `/${id}`, `{${field}}`), ''],
  ['a bulk create', (field) => send('POST', '/bulk', `[{"key":"first"},{${field}}]`), 'Row 2: '],
  ['a bulk update', (field) => send('PUT', '/bulk', `[{"id":"${id}",${field}}]`), 'Row 1: '],
  [
    'an upsert that adds',
    (field) => send('POST', '/upsert', `{"key":"key","records":[{"key":"new ${field.length}",${field}}]}`),
    'Row 1: ',
  ],
  ['an upsert that changes', (field) => send('POST', '/upsert', `{"key":"key","records":[{"key":"stored",${field}}]}`), 'Row 1: '],
  ['an update of many rows', (field) => send('PATCH', '/update-many', `{"query":{"key":"stored"},"data":{${field}}}`), ''],
];

it.each(values.map(([name, json, message]) => [name, json.slice(0, 60), { json, message }] as const))(
  '%s: %s',
  async (name, _start, { json, message }) => {
    const given: [string, number, string | null][] = [];
    for (const [what, write] of writes) {
      const { status, body } = await write(`"${name}":${json}`);
      given.push([what, status, status === 200 ? null : (body.message ?? null)]);
    }
    const expected = writes.map(([what, , row]) => [
      what,
      message === null ? 200 : 400,
      message === null ? null : `${message.startsWith('The body') ? '' : row}${message}`,
    ]);
    expect(given).toEqual(expected);
  },
);

it('leaves fields that a change does not name, and clears those that it sets to null', async () => {
  await send('PUT', `/${id}`, '{"text":"a","n":1}');
  expect((await send('PUT', `/${id}`, '{"n":null}')).body).toMatchObject({ key: 'stored', text: 'a', n: null });
});
