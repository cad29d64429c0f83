import { unzipSync } from 'fflate';
import { ProjectUnreadable } from '../errors.ts';
import { FileBounds, projectOf, textOf } from './bounds.ts';
import type { ReadProject } from './project.ts';

/** Reads the project in a zip within bounds, in memory. Throws `ProjectUnreadable`. */
export function readZip(zip: Uint8Array): ReadProject {
  const bounds = new FileBounds();
  const entries = unpack(zip, ({ name, originalSize }) => bounds.admits(name, originalSize));
  return projectOf(
    Object.entries(entries).map(([path, content]) => ({ path, text: textOf(path, content) })),
    bounds.left,
  );
}

type Filter = (file: { readonly name: string; readonly originalSize: number }) => boolean;

function unpack(zip: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, { filter });
  } catch (error) {
    throw error instanceof ProjectUnreadable ? error : new ProjectUnreadable('it is no zip and no git bundle, or it is damaged');
  }
}
