import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { client } from '../base44/clients.ts';
import { type Caller, type Data, openWorld, type World } from '../security/world.ts';

// Rows as the other product exports them, and as its client reads them here.

const permissions = (read: string, write: string) => ({ 'x-accessControl': { permissions: { read, write } } });
const entities = {
  Project: { properties: { name: { type: 'string' } }, ...permissions('all', 'admin') },
  Task: { properties: { title: { type: 'string' }, project_id: { type: 'string' } }, ...permissions('creator', 'creator') },
};
const COLUMNS = ['createdAt', 'updatedAt', 'id', 'creatorId'];
const head = 'created_date,updated_date,id,created_by,is_sample';

let world: World;
beforeAll(async () => {
  // The clients write to the console.
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await openWorld();
  await world.json('owner', { path: '/api/apps', body: { appId: world.app.id, genApp: { entities } } });
  await world.publish(world.app);
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  vi.restoreAllMocks();
});

/** The newest client. */
function as(caller: Caller): Data {
  const token = world.headers[caller]['authorization']?.replace('Bearer ', '');
  const made = client('0.8.50', {
    serverUrl: caller === 'owner' ? world.server.builderUrl : world.server.runtimeUrl,
    appId: world.app.id,
    token,
  });
  made.cleanup?.();
  return made;
}

async function importRows(entity: string, field: string, lines: readonly string[], options: object = {}): Promise<Data> {
  const columns = [...COLUMNS.map((each, index) => ({ index, field: each })), { index: 5, field }];
  if (field === 'title') columns.push({ index: 6, field: 'project_id' });
  const form = new FormData();
  form.set('options', JSON.stringify({ columns, ...options }));
  form.set('file', new File([lines.join('\n')], `${entity}_export.csv`));
  const url = `${world.server.builderUrl}/live_api/apps/${world.app.id}/entities/${entity}/imports`;
  const authorization = world.headers.owner['authorization'] ?? '';
  const started = (await (await fetch(url, { method: 'POST', headers: { authorization }, body: form })).json()) as Data;
  return await vi.waitFor(
    async () => {
      const state = (await (await fetch(`${url}/${started.id}`, { headers: { authorization } })).json()) as Data;
      expect(state.state).toBe('done');
      return state;
    },
    { timeout: 15_000 },
  );
}

test('rows of an export keep their ids, times and references, and are listed by their times', async () => {
  const project = '6601e0a1b2c3d4e5f6a7b8c9';
  await importRows('Project', 'name', [
    `${head},name`,
    `2024-03-25T20:33:37.123000,2024-03-26T08:00:00.000000,${project},maker@base44.com,false,Garden`,
  ]);
  const state = await importRows('Task', 'title', [
    `${head},title,project_id`,
    ...[3, 1, 2].map(
      (day) => `2024-04-0${day}T10:00:00.000000,,6602f0a1b2c3d4e5f6a7b8c${day},maker@base44.com,false,day ${day},${project}`,
    ),
  ]);
  expect(state).toMatchObject({ stored: 3, failed: 0, withoutCreator: 3 });
  const { Project, Task } = as('owner').entities;
  await Task.create({ title: 'today', project_id: project });
  expect((await Task.list('-created_date')).map(({ title }: Data) => title)).toEqual(['today', 'day 3', 'day 2', 'day 1']);
  expect((await Task.list('created_date')).map(({ title }: Data) => title)).toEqual(['day 1', 'day 2', 'day 3', 'today']);
  const [task] = await Task.filter({ created_date: { $lt: '2024-04-02' } });
  expect(task).toMatchObject({ id: '6602f0a1b2c3d4e5f6a7b8c1', created_date: '2024-04-01T10:00:00.000Z', created_by: null });
  expect(await Project.get(task.project_id)).toMatchObject({ name: 'Garden', updated_date: '2024-03-26T08:00:00.000Z' });
  expect(await Task.filter({ project_id: project })).toHaveLength(4);
  // Rows of an unknown maker have no owner.
  expect(await as('appUser').entities.Task.list()).toEqual([]);

  const page = await Task.list({ limit: 2 });
  await Task.delete(page.items[1].id);
  const rest = await Task.list({ limit: 2, cursor: page.next_cursor });
  expect(rest.items.map(({ title }: Data) => title)).toEqual(['day 2', 'day 1']);
  await expect(Task.create({ id: 'forged', created_date: '2001-01-01', title: 'x' })).resolves.not.toMatchObject({ id: 'forged' });
});

test('clients cannot bring along ids and times', async () => {
  const { Task } = as('appUser').entities;
  const file = new File(['id,created_date,created_by,title\nforged,2001-01-01,x@x.org,a'], 'a.csv', { type: 'text/csv' });
  expect(await Task.importEntities(file)).toMatchObject({ imported: 1, ignoredColumns: ['id', 'created_date', 'created_by'] });
  const [row] = await Task.list();
  expect([row.id === 'forged', row.created_date.startsWith('2001')]).toEqual([false, false]);
});
