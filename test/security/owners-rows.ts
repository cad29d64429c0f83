import type { World } from './world.ts';

/** A minimal picture. */
export const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const NOTE = { text: 'a' };
/** A new row of the owner. */
export async function note({ app, json }: World): Promise<string> {
  const path = `/live_api/apps/${app.id}/entities/Note`;
  return (await json('owner', { path, body: NOTE })).id as string;
}
export const csv = (options: object = {}) => {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', new File(['text\na\n'], 'notes.csv', { type: 'text/csv' }));
  return form;
};

/** An import that the owner has started. */
export async function newImport({ app, json }: World, options: object = {}): Promise<{ appId: string; id: string }> {
  const { id } = await json('owner', { path: `/live_api/apps/${app.id}/entities/Note/imports`, body: csv(options) });
  return { appId: app.id, id };
}
export async function importPath(world: World, options: object = {}): Promise<string> {
  const { appId, id } = await newImport(world, options);
  return `/live_api/apps/${appId}/entities/Note/imports/${id}`;
}
