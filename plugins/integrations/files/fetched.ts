import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { NotFound } from '@sayso/core';
import type { Answer, FileFetch } from '../sandbox/fetch.ts';
import type { Files, ServedFile } from './files.ts';
import { isWidth } from './images.ts';
import { addressIn, type FileAddress } from './links.ts';

const METHODS = ['GET', 'HEAD'];

/**
 * Requests of an app's code for files of the installation, answered without a request: the host may be one that only the network of its people
 * reaches, and everyone who has such an address may read the file. A path is one of the host of files; at other hosts that the code may not call,
 * an address of a file that the installation has is one that it had earlier.
 */
export function fileFetch(files: Files, appId: string): FileFetch {
  return async ({ url, method, isListed }) => {
    const address = METHODS.includes(method) ? addressIn(url, appId) : null;
    if (address === null) return null;
    const at = new URL(url, files.runtimeUrl);
    const isHere = at.origin === new URL(files.runtimeUrl).origin;
    if (!isHere && isListed) return null;
    const served = await servedOf(files, address, url);
    if (served === null) return isHere ? { url: at, answer: absent() } : null;
    return { url: at, answer: await answerOf(files, served, { method, width: Number(at.searchParams.get('width')) }) };
  };
}

/** Null for a file that is not there, or that this link does not open. */
async function servedOf(files: Files, { appId, ...address }: FileAddress, url: string): Promise<ServedFile | null> {
  // A path that names no app is one of a public file of any app.
  const named = /\/api\/files\/[^/?#]+\/[^/?#]+\/[^/?#]+/.test(url) ? { appId } : {};
  try {
    return await files.served({ ...address, ...named });
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

async function answerOf(
  files: Files,
  { document }: ServedFile,
  { method, width }: { readonly method: string; readonly width: number },
): Promise<Answer> {
  const small = isWidth(width) ? await files.resized(document, width) : null;
  const type = small === null ? document.type : 'image/webp';
  const headers = { 'content-type': type, 'content-length': String(small?.length ?? document.size) };
  if (method === 'HEAD') return { statusCode: 200, headers, body: bodyOf(Readable.from([])) };
  const bytes = small === null ? Readable.fromWeb((await files.read(document)) as NodeReadableStream) : Readable.from([Buffer.from(small)]);
  return { statusCode: 200, headers, body: bodyOf(bytes) };
}

const absent = (): Answer => ({
  statusCode: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: bodyOf(Readable.from([Buffer.from('There is no such file.')])),
});

function bodyOf(bytes: Readable): Answer['body'] {
  return Object.assign(bytes, {
    async dump() {
      bytes.destroy();
    },
  });
}
