import { strToU8, zipSync } from 'fflate';
import type { Data, World } from './world.ts';

/** Imports a project, given by path, as an app of the owner. Returns the report of the import. */
export function importProject(world: World, project: Readonly<Record<string, string>>): Promise<Data> {
  const files = Object.fromEntries(Object.entries(project).map(([path, text]) => [path, strToU8(text)]));
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(zipSync(files))]), 'project.zip');
  return world.json('owner', { path: '/api/apps/import', body });
}
