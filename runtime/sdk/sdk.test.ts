import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { Core } from './core.ts';
import { createEntity, type RowEvent } from './entity.ts';
import { type ErrorReport, onErrorReport } from './errors.ts';
import { createIntegration } from './integration.ts';
import { createPageUrl } from './navigation.ts';

let requests: Request[];
let reports: ErrorReport[];
let answer: () => Response;

beforeEach(() => {
  requests = [];
  reports = [];
  answer = () => Response.json([]);
  Object.assign(connection, { appId: 'a1', apiUrl: 'http://runtime.test', token: 't1', renew: null });
  onErrorReport((report) => reports.push(report));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push(new Request(url, init));
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const Habit = createEntity('Habit');
const base = '/live_api/apps/a1/entities/Habit';

describe('an entity calls', () => {
  test.each([
    ['list()', () => Habit.list(), 'GET', base, null],
    ['list with all', () => Habit.list('-name', 5, 10, ['id', 'name']), 'GET', `${base}?sort=-name&limit=5&skip=10&fields=id%2Cname`, null],
    ['filter', () => Habit.filter({ done: true }, 'name', 2), 'GET', `${base}?q=%7B%22done%22%3Atrue%7D&sort=name&limit=2`, null],
    [
      'list with references',
      () => Habit.list('', 5, 0, [], '', ['goal']),
      'GET',
      `${base}?limit=5&skip=0&after=&fields=&expand=goal`,
      null,
    ],
    ['get', () => Habit.get('a/b'), 'GET', `${base}/a%2Fb`, null],
    ['schema', () => Habit.schema(), 'GET', `${base}/schema`, null],
    ['create', () => Habit.create({ name: 'Run' }), 'POST', base, { name: 'Run' }],
    ['update', () => Habit.update('1', { name: 'Walk' }), 'PUT', `${base}/1`, { name: 'Walk' }],
    ['delete', () => Habit.delete('1'), 'DELETE', `${base}/1`, null],
    ['deleteMany', () => Habit.deleteMany({ done: true }), 'DELETE', base, { q: { done: true } }],
    ['count', () => Habit.count({ done: true }), 'GET', `${base}/count?q=%7B%22done%22%3Atrue%7D`, null],
    ['aggregate', () => Habit.aggregate({ groupBy: 'kind', sum: 'n' }), 'POST', `${base}/aggregate`, { groupBy: 'kind', sum: 'n' }],
    ['updateMany', () => Habit.updateMany({ a: 1 }, { b: 2 }), 'PATCH', `${base}/update-many`, { query: { a: 1 }, data: { b: 2 } }],
    ['bulkUpdate', () => Habit.bulkUpdate([{ id: '1', a: 1 }]), 'PUT', `${base}/bulk`, [{ id: '1', a: 1 }]],
    ['bulkCreate', () => Habit.bulkCreate([{ name: 'Run' }]), 'POST', `${base}/bulk`, [{ name: 'Run' }]],
  ])('%s', async (_name, run, method, path, body) => {
    await run();
    const [request] = requests;
    expect([request!.method, request!.url]).toEqual([method, `http://runtime.test${path}`]);
    expect(request!.headers.get('authorization')).toBe('Bearer t1');
    expect(request!.credentials).toBe('omit');
    expect(body === null ? await request!.text() : await request!.json()).toEqual(body ?? '');
  });

  test('upsert, and notifies of the written rows', async () => {
    const events: RowEvent[] = [];
    const stop = Habit.subscribe((event) => events.push(event));
    answer = () => Response.json({ created: 1, updated: 0, records: [{ id: '1', name: 'Run' }] });
    expect(await Habit.upsert([{ name: 'Run' }], { key: 'name' })).toMatchObject({ created: 1 });
    stop();
    expect([requests[0]!.method, requests[0]!.url]).toEqual(['POST', `http://runtime.test${base}/upsert`]);
    expect(await requests[0]!.json()).toEqual({ records: [{ name: 'Run' }], key: 'name' });
    expect(events).toEqual([{ type: 'update', id: '1', data: { id: '1', name: 'Run' } }]);
  });

  test('importEntities sends the file', async () => {
    await Habit.importEntities(new File(['name\nRun'], 'habits.csv'));
    expect(requests[0]!.url).toBe(`http://runtime.test${base}/import`);
    expect((await requests[0]!.formData()).get('file')).toBeInstanceOf(File);
  });
});

describe('leaving the page', () => {
  test('does not abort changes, within what browsers allow at once', async () => {
    const pending: (() => void)[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      requests.push(new Request(url, init));
      return new Promise<Response>((resolve) => pending.push(() => resolve(Response.json({}))));
    });
    const create = (letters: number) => Habit.create({ name: 'é'.repeat(letters) });
    const calls = [Habit.update('1', { name: 'Walk' }), create(20_000), create(20_000), Habit.delete('1'), Habit.list()];
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, true, false, true, false]);
    for (const answered of pending.splice(0)) answered();
    await Promise.all(calls);
    const later = create(20_000);
    expect(requests.at(-1)!.keepalive).toBe(true);
    pending[0]!();
    await later;
  });
});

describe('without a token', () => {
  const entity = createEntity('Message', { read: false, write: true });
  beforeEach(() => {
    connection.token = null;
  });

  test('rejects a call that needs an account like the server does, without a request', async () => {
    await expect(entity.list()).rejects.toThrow('Message.list: Please log in to see the rows of Message.');
    const refused = { status: 401, code: 'unauthenticated' };
    for (const run of [() => entity.list(), () => entity.get('1'), () => entity.update('1', {}), () => entity.deleteMany({})])
      await expect(run()).rejects.toMatchObject(refused);
    expect(requests).toEqual([]);
    expect(reports).toEqual([]);
  });

  test('sends calls that are open to visitors', async () => {
    await entity.create({ text: 'Hello' });
    await entity.schema();
    await Habit.list();
    expect(requests).toHaveLength(3);
  });
});

test('notifies the subscribers of this page until they unsubscribe', async () => {
  const events: RowEvent[] = [];
  const stop = Habit.subscribe((event) => events.push(event));
  answer = () => Response.json({ id: '7', name: 'Run' });
  await Habit.create({ name: 'Run' });
  await createEntity('Other').create({});
  await Habit.delete('7');
  stop();
  await Habit.update('7', {});
  expect(events).toEqual([
    { type: 'create', id: '7', data: { id: '7', name: 'Run' } },
    { type: 'delete', id: '7', data: null },
  ]);
});

describe('a failed call', () => {
  const page = (status: number) => new Response('<html>nginx</html>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
  test.each([
    [
      () => Response.json({ message: 'You may not do this.', code: 'forbidden' }, { status: 403 }),
      'Habit.list: You may not do this.',
      403,
      'forbidden',
    ],
    [() => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'Habit.list: The server answered 502.', 502, 'http'],
    [() => page(413), 'Habit.list: A proxy in front of the server refuses so much at once (413).', 413, 'http'],
    [() => page(502), 'Habit.list: A proxy in front of the server does not reach it (502).', 502, 'http'],
    [() => page(504), 'Habit.list: A proxy in front of the server did not wait for its answer (504).', 504, 'http'],
    [() => page(403), 'Habit.list: A proxy before the server refuses this request (403).', 403, 'http'],
    [() => new Response(null, { status: 503 }), 'Habit.list: A proxy in front of the server does not reach it (503).', 503, 'http'],
    [() => page(200), 'Habit.list: Something before the server answered in its place, such as the log-in page of a network.', 200, 'http'],
    [
      () => {
        throw new TypeError('Failed to fetch');
      },
      'Habit.list: the server could not be reached.',
      0,
      'network',
    ],
  ])('is thrown and reported once with what failed: %#', async (given, message, status, code) => {
    answer = given;
    await expect(Habit.list()).rejects.toMatchObject({ message, status, code });
    expect(reports).toMatchObject([{ scope: 'api', error: { message } }]);
    expect(reports[0]!.stack).toContain('sdk.test.ts');
  });

  test('of a visitor is not reported as an error of the app', async () => {
    answer = () => Response.json({ message: 'Please log in first.' }, { status: 401 });
    await expect(Habit.list()).rejects.toMatchObject({ status: 401 });
    expect(reports).toEqual([]);
  });

  test('with an expired token is retried with a new one', async () => {
    const answers = [new Response(null, { status: 401 }), Response.json([{ id: '1' }])];
    answer = () => answers.shift()!;
    connection.renew = async () => {
      connection.token = 't2';
      return true;
    };
    expect(await Habit.list()).toEqual([{ id: '1' }]);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
  });
});

describe('integrations', () => {
  const calls: Readonly<Record<string, (given: object) => Promise<unknown>>> = Core as never;

  test.each(Object.keys(Core))('%s sends named parameters as JSON', async (name) => {
    answer = () => Response.json({ done: true });
    expect(await calls[name]?.({ prompt: 'Say hello' })).toEqual({ done: true });
    const [request] = requests;
    expect([request!.method, request!.url]).toEqual(['POST', `http://runtime.test/integrations/Core/${name}`]);
    expect(await request!.json()).toEqual({ prompt: 'Say hello' });
  });

  test('of packages are called by their instance', async () => {
    answer = () => Response.json({ text: 'sunny' });
    expect(await createIntegration('weather').forecast?.({ city: 'Bern' })).toEqual({ text: 'sunny' });
    await createIntegration('weather', 'second').forecast?.();
    const endpoint = 'integration-endpoints/forecast';
    expect(requests.map(({ url }) => url)).toEqual([
      `http://runtime.test/integrations/installable/weather/main/${endpoint}`,
      `http://runtime.test/integrations/installable/weather/second/${endpoint}`,
    ]);
    expect(await requests[0]!.json()).toEqual({ city: 'Bern' });
    answer = () =>
      Response.json({ message: 'The integration "weather" is not installed in this app.', code: 'integration-missing' }, { status: 404 });
    await expect(createIntegration('weather').forecast?.({})).rejects.toMatchObject({ code: 'integration-missing' });
    expect(reports).toMatchObject([{ error: { message: 'weather.forecast: The integration "weather" is not installed in this app.' } }]);
    await expect(createIntegration('weather').forecast?.('Bern' as never)).rejects.toThrow('takes an object of named parameters');
  });

  test('send files as a form, with inner objects as JSON', async () => {
    answer = () => Response.json({ file_url: 'u' });
    const file = new File(['a'], 'a.txt', { type: 'text/plain' });
    expect(await calls['UploadFile']?.({ file, about: { a: [1] }, note: 'b', times: 2, none: undefined })).toEqual({ file_url: 'u' });
    const form = await requests[0]!.formData();
    expect(await (form.get('file') as File).text()).toBe('a');
    expect([form.get('about'), form.get('note'), form.get('times'), form.has('none')]).toEqual(['{"a":[1]}', 'b', '2', false]);
  });

  test('call back with the text so far, and resolve with the whole', async () => {
    const events = [
      'event: text\ndata: {"text":"Hel"}\n',
      '\nevent: text\ndata: {"text":"lo"}\n\nevent: result\ndata: {"result":"Hello"}\n\n',
    ];
    answer = () => new Response(new Blob(events).stream());
    const seen: string[] = [];
    expect(await Core.InvokeLLM({ prompt: 'a' }, { onText: (text) => seen.push(text) })).toBe('Hello');
    expect([seen, requests[0]!.headers.get('accept')]).toEqual([['Hel', 'Hello'], 'text/event-stream']);
    expect(reports).toEqual([]);
  });

  test.each([
    ['states a failure', 'event: error\ndata: {"message":"It broke off.","code":"model-cut-off","status":502}\n\n', 502, 'It broke off.'],
    ['ends early', 'event: text\ndata: {"text":"Hel"}\n\n', 0, 'the connection ended before the answer was complete.'],
  ])('report a stream that %s', async (_name, text, status, message) => {
    answer = () => new Response(text);
    await expect(Core.InvokeLLM({ prompt: 'a' }, { onText: () => undefined })).rejects.toMatchObject({ status });
    expect(reports).toMatchObject([{ scope: 'api', error: { message: `InvokeLLM: ${message}` } }]);
  });

  test('do not report calls that the app ends itself', async () => {
    const { signal } = { signal: AbortSignal.abort() };
    answer = () => {
      throw signal.reason;
    };
    await expect(Core.InvokeLLM({ prompt: 'a' }, { signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(reports).toEqual([]);
  });

  test('report a failure as an error of the app, and a required log-in as none', async () => {
    const refuse = (status: number, message: string) => () => Response.json({ message, code: 'refused' }, { status });
    answer = refuse(413, 'File size to large');
    await expect(Core.UploadFile({ file: new Blob(['a']) })).rejects.toMatchObject({ status: 413, code: 'refused' });
    expect(reports).toMatchObject([{ scope: 'api', error: { message: 'UploadFile: File size to large' } }]);
    answer = refuse(401, 'Please log in to use UploadFile.');
    await expect(Core.UploadFile({ file: new Blob(['a']) })).rejects.toMatchObject({ status: 401 });
    expect(reports).toHaveLength(1);
  });

  test.each(Object.entries(Core))('%s refuses a string', async (name, invoke) => {
    await expect((invoke as (given: unknown) => Promise<unknown>)('a string')).rejects.toThrow(
      `${name} takes an object of named parameters`,
    );
    expect(requests).toEqual([]);
  });
});

test.each([
  ['Home', '/home'],
  ['HabitDetails?id=A-1', '/habitdetails?id=A-1'],
  ['Habit-Details#Top', '/habitdetails#Top'],
  ['/Habit Details', '/habitdetails'],
])('createPageUrl(%j) is %s', (page, url) => {
  expect(createPageUrl(page)).toBe(url);
});
