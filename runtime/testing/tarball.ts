import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';

/** A file of a tarball: its text, or a header for what npm never packs. */
export type TarballFile = string | Uint8Array | Partial<Header>;

/** An npm tarball; the paths of `files` are below `package/`, those that begin with `!` are taken as they are. */
export async function tarballOf(files: Readonly<Record<string, TarballFile>>): Promise<Uint8Array> {
  const stream = pack();
  for (const [path, content] of Object.entries(files)) {
    const name = path.startsWith('!') ? path.slice(1) : `package/${path}`;
    const isContent = typeof content === 'string' || content instanceof Uint8Array;
    if (isContent) stream.entry({ name }, typeof content === 'string' ? content : Buffer.from(content));
    else stream.entry({ name, ...content });
  }
  stream.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

export function integrityOf(tarball: Uint8Array): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}
