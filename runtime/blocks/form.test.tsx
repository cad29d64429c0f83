// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PropertyDefinition } from '../protocol.ts';
import { connection } from '../sdk/connection.ts';
import { createEntity } from '../sdk/entity.ts';
import { DataForm, type DataFormProps } from './form.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const UPLOADED = 'https://runtime.test/api/files/a1/f1/photo.png';
const open = { read: 'all', write: 'anonymous' } as const;
/** The bodies of calls that write. */
let sent: unknown[];
let answer: () => Response | Promise<Response>;
let uploads: File[];
let uploadAnswer: () => Response;
let tables = 0;

beforeEach(() => {
  sent = [];
  uploads = [];
  uploadAnswer = () => Response.json({ file_url: UPLOADED });
  answer = () => Response.json({ id: 'r1', createdAt: '', creatorId: null, ...(sent.at(-1) as object) });
  Object.assign(connection, { appId: 'a1', apiUrl: 'http://app.test', token: null, renew: null });
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string | null }) => {
    if (url.includes('/auth/me')) return Response.json({ user: null });
    if (method === 'GET') return Response.json([{ id: 'c1', name: 'Ada' }].map((row) => ({ createdAt: '', creatorId: null, ...row })));
    if ((body as unknown) instanceof FormData) {
      uploads.push((body as unknown as FormData).get('file') as File);
      return uploadAnswer();
    }
    sent.push(JSON.parse(body ?? 'null'));
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A form for a table with these fields. */
function form(
  properties: Record<string, PropertyDefinition>,
  props: Partial<DataFormProps<never>> & { readonly required?: string[] } = {},
) {
  const { required = Object.keys(properties), ...others } = props;
  const customers = { name: 'Customer', properties: { name: { type: 'string' } }, permissions: open };
  const definition = { properties, required, permissions: open, related: { Customer: customers } };
  // Each test has its own table: the row store is shared by name.
  const entity = createEntity(`Task${++tables}`, { read: true, write: true }, { title: 'Task', ...definition } as never);
  return render(<DataForm entity={entity as never} {...others} />);
}
const control = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) => fireEvent.change(control(label), { target: { value } });
/** Browsers accept dates with years of more than four digits, happy-dom empties them. */
const acceptLongYears = (label: string) => control(label).setAttribute('type', 'text');
const submit = () => fireEvent.click(screen.getByRole('button', { name: /Add task|Save/ }));
const faultOf = (label: string | RegExp) =>
  document.getElementById(control(label).getAttribute('aria-describedby') ?? '')?.textContent ?? null;
const added = () => screen.findByText('Task added');

test('a required field shows its error, keeps the other input and gets the focus', async () => {
  form({ title: { type: 'string' }, note: { type: 'string' } });
  type('Note', 'Kept');
  submit();
  await waitFor(() => expect(document.activeElement).toBe(control('Title')));
  expect(faultOf('Title')).toBe('Title is needed.');
  expect(control('Title').getAttribute('aria-invalid')).toBe('true');
  expect(control('Note').value).toBe('Kept');
  expect(faultOf('Note')).toBeNull();
  expect(sent).toEqual([]);
  type('Title', 'New');
  expect(faultOf('Title')).toBeNull();
  submit();
  await added();
  expect(sent).toEqual([{ title: 'New', note: 'Kept' }]);
  expect([control('Title').value, control('Note').value]).toEqual(['', '']);
});

test.each<[string, PropertyDefinition, string, string, string, unknown]>([
  ['number', { type: 'number', minimum: 1 }, '0', 'Size must be at least 1.', '2.5', 2.5],
  ['integer', { type: 'integer' }, '1.5', 'Size must be a whole number.', '2', 2],
  [
    'email',
    { type: 'string', format: 'email' },
    'ada@',
    'Enter an email address such as ada@example.com.',
    'ada@example.com',
    'ada@example.com',
  ],
  ['date', { type: 'string', format: 'date' }, '20266-01-31', 'Enter a date such as 2026-01-31.', '2026-01-31', '2026-01-31'],
  ['address', { type: 'string', format: 'uri' }, 'example', 'Enter an address such as https://example.com.', 'https://a.b', 'https://a.b'],
])('%s: an error keeps the input until it is corrected', async (_, property, wrong, fault, right, saved) => {
  form({ size: property });
  if (property.format === 'date') acceptLongYears('Size');
  type('Size', wrong);
  submit();
  await waitFor(() => expect(faultOf('Size')).toBe(fault));
  expect(control('Size').value).toBe(wrong);
  expect(sent).toEqual([]);
  type('Size', right);
  expect(faultOf('Size')).toBeNull();
  submit();
  await added();
  expect(sent).toEqual([{ size: saved }]);
});

test('date and time: the input is local time, the row has UTC', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  form({ at: { type: 'string', format: 'date-time' } });
  type('At', '2026-07-01T10:00');
  expect(control('At').value).toBe('2026-07-01T10:00');
  submit();
  await added();
  expect(sent).toEqual([{ at: '2026-07-01T14:00:00.000Z' }]);
  vi.unstubAllEnvs();
});

test('date and time: a year of five digits is an error, not an exception', async () => {
  form({ at: { type: 'string', format: 'date-time' } });
  acceptLongYears('At');
  type('At', '20266-07-01T10:00');
  submit();
  await waitFor(() => expect(faultOf('At')).toBe('Enter a date and time such as 2026-01-31 12:00.'));
  expect(control('At').value).toBe('20266-07-01T10:00');
  expect(sent).toEqual([]);
});

test('enum: a required one has no empty option once chosen; options of numbers are numbers', async () => {
  form({ size: { type: 'integer', enum: [1, 2] } });
  const options = () =>
    within(control('Size'))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ text }) => text);
  expect(options()).toEqual(['Choose…', '1', '2']);
  submit();
  await waitFor(() => expect(faultOf('Size')).toBe('Size is needed.'));
  type('Size', '2');
  expect(options()).toEqual(['1', '2']);
  submit();
  await added();
  expect(sent).toEqual([{ size: 2 }]);
});

test('enum: shows the value of a row that is no longer an option', () => {
  const row = { id: 'r1', createdAt: '', creatorId: null, state: 'Retired' } as never;
  form({ state: { type: 'string', enum: ['Open', 'Done'] } }, { row });
  expect(control('State').value).toBe('Retired');
  expect(within(control('State')).getByRole<HTMLOptionElement>('option', { name: 'Retired' }).selected).toBe(true);
});

test('reference: offers the rows of the other table', async () => {
  form({ customer: { type: 'string', 'x-reference': 'Customer' } });
  await screen.findByRole('option', { name: 'Ada' });
  submit();
  await waitFor(() => expect(faultOf('Customer')).toBe('Customer is needed.'));
  type('Customer', 'c1');
  submit();
  await added();
  expect(sent).toEqual([{ customer: 'c1' }]);
});

const LINES: PropertyDefinition = {
  type: 'array',
  items: {
    type: 'object',
    properties: { text: { type: 'string' }, amount: { type: 'number', default: 1 } },
    required: ['text', 'amount'],
  },
};

test('nested list: an error names its line and keeps all lines', async () => {
  form({ lines: LINES });
  submit();
  expect(await screen.findByText('Lines is needed.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add line' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add line' }));
  const [first, second] = screen.getAllByLabelText<HTMLInputElement>('Text');
  fireEvent.change(first!, { target: { value: 'Paper' } });
  submit();
  expect(await screen.findByText('Line 2: Text is needed.')).toBeTruthy();
  expect(screen.getAllByLabelText<HTMLInputElement>('Text').map(({ value }) => value)).toEqual(['Paper', '']);
  expect(sent).toEqual([]);
  fireEvent.change(second!, { target: { value: 'Ink' } });
  fireEvent.change(screen.getAllByLabelText('Amount')[1]!, { target: { value: '2.5' } });
  submit();
  await added();
  expect(sent).toEqual([
    {
      lines: [
        { text: 'Paper', amount: 1 },
        { text: 'Ink', amount: 2.5 },
      ],
    },
  ]);
});

test('nested list: removes one line and keeps the others', async () => {
  form({ lines: LINES }, { defaults: { lines: ['a', 'b', 'c'].map((text) => ({ text, amount: 1 })) } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove line 2' }));
  expect(screen.getAllByLabelText<HTMLInputElement>('Text').map(({ value }) => value)).toEqual(['a', 'c']);
});

test('list: keeps the separators while typing, and is empty after a row was added', async () => {
  form({ tags: { type: 'array', items: { type: 'string' } } });
  type('Tags', 'red, ');
  expect(control('Tags').value).toBe('red, ');
  type('Tags', 'red, blue');
  submit();
  await added();
  expect(sent).toEqual([{ tags: ['red', 'blue'] }]);
  expect(control('Tags').value).toBe('');
});

test.each<[string, () => Response | Promise<Response>, RegExp]>([
  ['is refused', () => Response.json({ message: 'The table is full.', code: 'full' }, { status: 409 }), /^The table is full\.$/],
  ['finds no server', () => Promise.reject(new TypeError('fetch failed')), /could not be reached/],
])('a save that %s keeps the input, and succeeds when repeated', async (_, failure, text) => {
  const works = answer;
  answer = failure;
  form({ title: { type: 'string' }, size: { type: 'number' } });
  type('Title', 'New');
  type('Size', '3');
  submit();
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect([control('Title').value, control('Size').value]).toEqual(['New', '3']);
  answer = works;
  submit();
  await added();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual([
    { title: 'New', size: 3 },
    { title: 'New', size: 3 },
  ]);
});

test('sends a row once while it is saved', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  const { container } = form({ title: { type: 'string' } });
  type('Title', 'New');
  submit();
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.submit(container.querySelector('form')!);
  resolve(Response.json({ id: 'r1', createdAt: '', creatorId: null, title: 'New' }));
  await added();
  expect(sent).toHaveLength(1);
});

test('an edit sends the changed fields, null for a cleared one, and keeps the input after a failure', async () => {
  const row = { id: 'r1', createdAt: '', creatorId: null, title: 'Old', note: 'Old', size: 1 } as never;
  const onSaved = vi.fn();
  const works = answer;
  answer = () => Response.json({ message: 'Try later.' }, { status: 503 });
  form({ title: { type: 'string' }, note: { type: 'string' }, size: { type: 'number' } }, { row, onSaved, required: ['title'] });
  type('Title', 'New');
  type(/^Note/, '');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Try later.');
  expect([control('Title').value, control(/^Note/).value, control(/^Size/).value]).toEqual(['New', '', '1']);
  expect(onSaved).not.toHaveBeenCalled();
  answer = works;
  submit();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toEqual({ title: 'New', note: null });
});

describe('an image', () => {
  const photo = (size = 4, kind = 'image/png') => new File([new Uint8Array(size)], 'photo.png', { type: kind });
  const choose = (file: File) => fireEvent.change(control('Upload Photo'), { target: { files: [file] } });
  const says = (sentence: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  const shown = () => document.querySelector('img')?.getAttribute('src') ?? null;

  test('is uploaded, replaced and removed', async () => {
    form({ photo: { type: 'string', format: 'image' } });
    choose(photo());
    await waitFor(() => expect(shown()).toBe(`${UPLOADED}?width=640`));
    fireEvent.click(screen.getByRole('button', { name: 'Remove image' }));
    expect(shown()).toBeNull();
    fireEvent.drop(screen.getByRole('button', { name: 'Upload image' }), { dataTransfer: { files: [photo()] } });
    await waitFor(() => expect(control('Photo').value).toBe(UPLOADED));
    fireEvent.paste(control('Photo'), { clipboardData: { files: [photo()] } });
    await waitFor(() => expect(uploads).toHaveLength(3));
    await screen.findByRole('button', { name: 'Replace image' });
    submit();
    await added();
    expect(sent).toEqual([{ photo: UPLOADED }]);
  });

  test.each([
    ['File size to large', photo(10_000_000)],
    ['Choose an image.', photo(4, 'text/plain')],
  ])('is refused without a call: %s', async (sentence, file) => {
    form({ photo: { type: 'string', format: 'image' } });
    choose(file);
    await says(sentence);
    expect(uploads).toEqual([]);
  });

  test.each([
    [500, 'Something went wrong.', 'Failed to upload image. Please try again.'],
    [401, 'Please log in to use UploadFile.', 'Please log in to upload images.'],
    [415, 'The file "photo.png" is no image.', 'The file "photo.png" is no image.'],
  ])('says why its upload failed: %i', async (status, message, sentence) => {
    form({ photo: { type: 'string', format: 'image' } });
    uploadAnswer = () => Response.json({ message, code: 'x' }, { status });
    choose(photo());
    await says(sentence);
    uploadAnswer = () => Response.json({ file_url: UPLOADED });
    choose(photo());
    await waitFor(() => expect(control('Photo').value).toBe(UPLOADED));
    await says('');
  });
});
