import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { blobContent, openPlace, type Place, TEXT } from './engines.ts';

/** Starts a writer, kills it after `count` acknowledged writes, and returns all that it acknowledged. */
export async function killWriter(place: Place, prefix: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.child.ts'), JSON.stringify(place), prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  await closed;
  return acknowledged;
}

/** Acknowledged writes that are missing or wrong, one line each. */
export async function findLosses(place: Place, acknowledged: readonly string[]): Promise<string[]> {
  const { rows, blobs, close } = await openPlace(place);
  try {
    const kept = new Map((await rows.find({})).map((row) => [row._id, row]));
    const objects = new Set<string>();
    for await (const key of blobs.list('')) objects.add(key);
    const ids = (what: string) => acknowledged.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1));
    const deleted = new Set(ids('delete'));
    const isWhole = async (key: string) => {
      const [content, stat] = [await buffer(await blobs.get(key)), await blobs.stat(key)];
      return content.equals(blobContent(key)) && stat?.size === content.length;
    };
    const wholes = await Promise.all([...objects].map(async (key) => [key, await isWhole(key)] as const));
    // A row with a pending deletion may exist or not.
    const isLeaving = (id: string) => Number(id.split('-').at(-1)) % 4 === 2;
    return [
      ...ids('insert').filter((id) => !kept.has(id) && !isLeaving(id)),
      ...ids('many').flatMap((id) => [1, 2, 3].map((part) => `${id}-${part}`).filter((each) => !kept.has(each))),
      ...ids('update').filter((id) => kept.has(id) && kept.get(id)?.state !== 'seen'),
      ...[...deleted].filter((id) => kept.has(id)).map((id) => `${id} is back`),
      ...[...kept.values()].filter(({ text }) => text !== TEXT).map(({ _id }) => `${_id} is not whole`),
      ...ids('put').filter((key) => !objects.has(key)),
      ...wholes.filter(([, whole]) => !whole).map(([key]) => `${key} is not whole`),
    ];
  } finally {
    await close();
  }
}
