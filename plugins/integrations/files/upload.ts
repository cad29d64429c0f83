import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Parameters } from '../calls/parameters.ts';
import { FileTooLarge, InvalidParameters } from '../errors.ts';
import type { GivenFile } from '../ref.ts';

/** A file of a form, complete on the disk. */
export class UploadedFile {
  readonly path: string;
  /** The last part of the name that the client sent, without control characters. */
  readonly name: string;
  /** As the client declared it. */
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  constructor(file: Pick<UploadedFile, 'path' | 'name' | 'type' | 'size' | 'sha256'>) {
    ({ path: this.path, name: this.name, type: this.type, size: this.size, sha256: this.sha256 } = file);
  }
}

/** Room for the text of a form around its file. */
const FORM_BYTES = 1_000_000;
const MAX_NAME = 120;

export interface FormOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Receives a form, with its files in a temporary folder that is removed after `use`. */
export async function withForm<T>(request: FastifyRequest, options: FormOptions, use: (form: Parameters) => Promise<T>): Promise<T> {
  // Refused before a byte of it is read.
  if (Number(request.headers['content-length'] ?? 0) > options.maxBytes + FORM_BYTES) throw tooLarge(options.maxBytes);
  const folder = await mkdtemp(join(tmpdir(), 'sayso-upload-'));
  try {
    return await use({ values: await receive(request, folder, options), isForm: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
    // Clients read the answer once they have sent everything.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** Stores files of the server itself, such as of a function of an app, in the same way, and within the same limit. */
export async function withFiles<T>(
  files: readonly GivenFile[],
  maxBytes: number,
  use: (files: Readonly<Record<string, UploadedFile>>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-upload-'));
  try {
    const stored = files.map(async ({ parameter, name, type, content }, at) => {
      if (content.byteLength > maxBytes) throw tooLarge(maxBytes);
      const path = join(folder, String(at));
      await writeFile(path, content, { mode: 0o600 });
      const sha256 = createHash('sha256').update(content).digest('hex');
      return [
        parameter,
        new UploadedFile({ path, name: plainName(name), type: type.toLowerCase(), size: content.byteLength, sha256 }),
      ] as const;
    });
    return await use(Object.fromEntries(await Promise.all(stored)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(request: FastifyRequest, folder: string, options: FormOptions): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  const limits = { fileSize: options.maxBytes + 1, files: 5, fields: 50, fieldSize: FORM_BYTES };
  for await (const part of request.parts({ limits })) {
    if (Object.hasOwn(values, part.fieldname)) throw new InvalidParameters(`The parameter "${part.fieldname}" is there twice.`);
    values[part.fieldname] =
      part.type === 'file' ? await save(part, join(folder, String(Object.keys(values).length)), options) : part.value;
  }
  return values;
}

async function save(part: MultipartFile, path: string, { maxBytes, signal }: FormOptions): Promise<UploadedFile> {
  const counted = new Digest(maxBytes);
  await pipeline(part.file, counted, createWriteStream(path, { mode: 0o600 }), { signal });
  return new UploadedFile({ path, name: plainName(part.filename), type: part.mimetype.toLowerCase(), ...counted.result() });
}

/** Counts and hashes what flows through. Ends with `FileTooLarge` above the limit. */
class Digest extends Transform {
  readonly #hash = createHash('sha256');
  readonly #maxBytes: number;
  #size = 0;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) {
      done(tooLarge(this.#maxBytes));
      return;
    }
    this.#hash.update(chunk);
    done(null, chunk);
  }

  result(): { readonly size: number; readonly sha256: string } {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}

function tooLarge(maxBytes: number): FileTooLarge {
  return new FileTooLarge(`The file is too large: at most ${maxBytes / 1_000_000} MB can be uploaded.`);
}

/** A name without folders, and without characters that change how it is shown. */
function plainName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{C}"<>|:*?]/gu, '')
    .replace(/^\.+/, '')
    .trim();
  // A pair of surrogates that the limit parts cannot be sent in a header.
  return plain === '' ? 'file' : plain.slice(-MAX_NAME).toWellFormed();
}
