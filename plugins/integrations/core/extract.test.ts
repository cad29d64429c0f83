import { type ModelBackend, modelBackends } from '@sayso/models/ref';
import { type ModelServer, type Reply, saying, startModelServer } from '@sayso/models/testing';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { owner, user, visitor } from '../testing/apps.ts';
import { type Data, type HostOptions, openIntegrations } from '../testing/host.ts';

async function open(script: readonly Reply[] = [saying('[]')], options: HostOptions = {}) {
  const server = await startModelServer(script);
  const config = { OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'gpt-4o-mini', ...options.config };
  const on = await openIntegrations({ ...options, hasEntities: true, config });
  const extract = async (file: File, json_schema: object) => {
    const file_url = await on.upload(file);
    return on.call('ExtractDataFromUploadedFile', { file_url, json_schema });
  };
  return {
    ...on,
    server,
    extract,
    async [Symbol.asyncDispose]() {
      await on[Symbol.asyncDispose]();
      await server.close();
    },
  };
}
const asked = (server: ModelServer) => server.requests[0]?.body['messages'] as { role: string; content: Data }[];
const row = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, due: { type: 'string', format: 'date' }, done: { type: 'boolean' } },
  required: ['name', 'price'],
};
const csv = (text: string) => new File([text], 'rows.csv', { type: 'text/csv' });
const bytes = (given: Uint8Array) => new Uint8Array(given);
const xml = (text: string) => new TextEncoder().encode(text);

/** A Word file with one paragraph. */
function docx(text: string): File {
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  const rels =
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
  const document = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  const zip = zipSync({ '[Content_Types].xml': xml(types), '_rels/.rels': xml(rels), 'word/document.xml': xml(document) });
  return new File([bytes(zip)], 'offer.docx');
}

/** A PDF with one line. */
function pdf(text: string): File {
  const stream = `BT /F1 12 Tf 50 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xref = `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`;
  return new File([body + xref], 'offer.pdf', { type: 'application/pdf' });
}

describe('rows of a table', () => {
  test('have the types of the schema, by the names of columns', async () => {
    await using on = await open();
    const { status, body } = await on.extract(csv('Name;Price;Due;Extra\nCup;4.5;2026-01-31;x\n"Tea; pot";12;2026-02-01;\n'), row);
    expect([status, body]).toEqual([
      200,
      {
        status: 'success',
        details: null,
        output: [
          { name: 'Cup', price: 4.5, due: '2026-01-31' },
          { name: 'Tea; pot', price: 12, due: '2026-02-01' },
        ],
      },
    ]);
    expect(on.server.requests).toEqual([]);
  });

  test('that do not fit are left out, and named', async () => {
    await using on = await open();
    const { body } = await on.extract(csv('name,price\nCup,4\nPot,many\nTea,\n'), row);
    expect(body).toEqual({
      status: 'success',
      details: '2 of 3 rows do not fit the schema. row 2: price: has to be number; row 3: price: is missing',
      output: [{ name: 'Cup', price: 4 }],
    });
  });

  test('go where the schema has its list', async () => {
    await using on = await open();
    const file = csv('name,price\nCup,4\n');
    const cup = { name: 'Cup', price: 4 };
    expect((await on.extract(file, { type: 'array', items: row })).body.output).toEqual([cup]);
    const listed = { type: 'object', properties: { items: { type: 'array', items: row } } };
    expect((await on.extract(file, listed)).body.output).toEqual({ items: [cup] });
  });

  test('are those of a JSON file', async () => {
    await using on = await open();
    const json = (value: unknown) => new File([JSON.stringify(value)], 'rows.json', { type: 'application/json' });
    expect((await on.extract(json([{ name: 'Cup\u2028', price: 4 }]), row)).body.output).toEqual([{ name: 'Cup\u2028', price: 4 }]);
    expect((await on.extract(json({ name: 'Cup' }), row)).body).toMatchObject({ status: 'error', output: null });
  });

  test.each([
    ['no column of the schema', 'a,b\n1,2\n', 'No column of the file names a field. It has a, b.'],
    ['no rows', 'name,price\n', 'No valid data rows found in CSV'],
    ['a quote without an end', 'name,price\n"Cup,4\n', 'Failed to parse CSV file. Please check the format.'],
    ['too many rows', `name,price\n${'Cup,4\n'.repeat(5001)}`, 'A file of at most 5000 rows can be imported at once.'],
  ])('a file with %s is an error with details', async (_name, text, details) => {
    await using on = await open();
    expect((await on.extract(csv(text), row)).body).toEqual({ status: 'error', details, output: null });
  });
});

describe('data of a document', () => {
  const answer = { name: 'Cup', price: 4 };

  test.each([
    ['a PDF', () => pdf('Cup for 4 euros')],
    ['a Word file', () => docx('Cup for 4 euros')],
    ['a text', () => new File(['Cup for 4 euros'], 'offer.txt', { type: 'text/plain' })],
  ])('is read from %s by the model', async (_name, make) => {
    await using on = await open([saying(JSON.stringify(answer))]);
    expect((await on.extract(make(), row)).body).toEqual({ status: 'success', details: null, output: answer });
    expect(asked(on.server).at(-1)?.content).toMatch(/<data>\n=== offer\.\w+\nCup for 4 euros\n*<\/data>$/);
  });

  test('is read from a picture by the model', async () => {
    await using on = await open([saying(JSON.stringify(answer))]);
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4a7' } })
      .png()
      .toBuffer();
    expect((await on.extract(new File([bytes(png)], 'offer.png', { type: 'image/png' }), row)).body.output).toEqual(answer);
    expect(asked(on.server).at(-1)?.content[1].type).toBe('image_url');
  });

  test('is a labelled sample in the demo', async () => {
    const demo = { isDemo: true, label: 'Demo', model: 'demo', capabilities: { conversation: false, objects: false } } as ModelBackend;
    await using on = await openIntegrations({ additions: [[modelBackends, [demo]]] });
    const file_url = await on.upload(new File(['Cup'], 'a.txt', { type: 'text/plain' }));
    expect((await on.call('ExtractDataFromUploadedFile', { file_url, json_schema: row })).body).toEqual({
      status: 'success',
      details: 'Sample data, as no language model is connected.',
      output: { name: 'Sample name', price: 1, due: '2026-01-31', done: true },
    });
  });

  test.each([
    ['a damaged PDF', () => new File(['%PDF-1.4 nothing'], 'a.pdf', { type: 'application/pdf' })],
    ['a PDF without text', () => pdf('')],
  ])('of %s is an error with details', async (_name, make) => {
    await using on = await open();
    const { body } = await on.extract(make(), row);
    expect([body.status, body.output, on.server.requests]).toEqual(['error', null, []]);
    expect(body.details).toMatch(/^The file (?:cannot be read|has no text)/);
  });

  test('of a document that unpacks to gigabytes ends at its limits', { timeout: 180_000 }, async () => {
    await using on = await open();
    const types = '[Content_Types].xml';
    const huge = new Uint8Array(300_000_000).fill(0x20);
    const zip = zipSync({ [types]: xml('<Types/>'), 'word/document.xml': huge, 'word/a.xml': huge }, { level: 1 });
    const { body } = await on.extract(new File([bytes(zip)], 'bomb.docx'), row);
    expect([body.status ?? body.code, on.server.requests]).toEqual([expect.stringMatching(/error|unsupported-file/), []]);
  });
});

test('files of other apps and private files of others are not read', async () => {
  await using on = await open();
  const foreign = await on.upload(csv('name,price\nCup,4\n'), owner, 'other');
  const ask = async (file_url: string, as = user('app')) =>
    (await on.call('ExtractDataFromUploadedFile', { file_url, json_schema: row }, as)).status;
  expect([await ask(foreign), await ask(foreign.replace('/other/', '/app/')), await ask('http://127.0.0.1/')]).toEqual([400, 404, 400]);
  expect(await ask(await on.upload(csv('name,price\nCup,4\n')), visitor)).toBe(401);
});
