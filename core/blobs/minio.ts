import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import { BlobNotFound, type Blobs } from '../contract/index.ts';
import type { BlobStore } from '../ports/blobs.ts';
import { checkContentType, checkKey, checkRange, checkSeconds, DEFAULT_CONTENT_TYPE, splitPrefix } from './keys.ts';
import { isAbsent, NotStorage, retrying } from './minio-errors.ts';
import { type PartTarget, upload } from './upload.ts';

export interface MinioBlobsOptions {
  /** `http://host:9000`, or the https URL of any S3. Signed links start with it, so browsers must be able to connect to it. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Created when missing. */
  readonly bucket: string;
}

/** Blobs in MinIO or any other S3. */
export async function openMinioBlobs(options: MinioBlobsOptions): Promise<BlobStore> {
  const { bucket } = options;
  const client = connect(options);
  if (!(await retrying(() => client.bucketExists(bucket)))) await makeBucket(client, bucket);
  await checkStorage(client, bucket);
  return {
    scope: (prefix) => new MinioBlobs(client, bucket, checkKey(prefix)),
    async ping() {
      if (!(await client.bucketExists(bucket))) throw new Error(`The bucket "${bucket}" no longer exists.`);
    },
    close: async () => undefined,
  };
}

class MinioBlobs implements Blobs {
  readonly #client: Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(client: Client, bucket: string, prefix: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  async put(key: string, body: ReadableStream<Uint8Array> | Uint8Array, options: { readonly contentType?: string } = {}) {
    const contentType = checkContentType(options.contentType);
    return await upload(body, new ObjectUpload(this.#client, this.#bucket, this.#name(key), contentType));
  }

  async get(key: string, options: { readonly range?: readonly [number, number] } = {}): Promise<ReadableStream<Uint8Array>> {
    const name = this.#name(key);
    const range = options.range && (await this.#rangeOf(key, options.range));
    try {
      const stream = await retrying(() =>
        range
          ? this.#client.getPartialObject(this.#bucket, name, range.first, range.last - range.first + 1)
          : this.#client.getObject(this.#bucket, name),
      );
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    } catch (error) {
      throw isAbsent(error) ? new BlobNotFound(key) : error;
    }
  }

  async stat(key: string) {
    const name = this.#name(key);
    try {
      const { size, metaData } = await retrying(() => this.#client.statObject(this.#bucket, name));
      return { size, contentType: String(metaData['content-type'] ?? DEFAULT_CONTENT_TYPE) };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async *list(prefix: string): AsyncIterable<string> {
    splitPrefix(prefix);
    const scope = `${this.#prefix}/`;
    for await (const item of this.#client.listObjectsV2(this.#bucket, scope + prefix, true) as AsyncIterable<{ readonly name?: string }>) {
      if (item.name !== undefined) yield item.name.slice(scope.length);
    }
  }

  async remove(key: string): Promise<void> {
    const name = this.#name(key);
    await retrying(() => this.#client.removeObject(this.#bucket, name));
  }

  async signedUrl(key: string, seconds: number): Promise<string> {
    return await this.#client.presignedGetObject(this.#bucket, this.#name(key), checkSeconds(seconds));
  }

  async #rangeOf(key: string, range: readonly [number, number]) {
    const found = await this.stat(key);
    if (!found) throw new BlobNotFound(key);
    return checkRange(range, found.size);
  }

  #name(key: string): string {
    return `${this.#prefix}/${checkKey(key)}`;
  }
}

/**
 * One multipart upload per writer. The client's `putObject` resumes any unfinished upload of the same name for a stream, so concurrent
 * writers would mix their parts.
 */
class ObjectUpload implements PartTarget {
  readonly #client: Client;
  readonly #bucket: string;
  readonly #name: string;
  readonly #headers: { readonly 'Content-Type': string };
  readonly #parts: { readonly part: number; readonly etag: string }[] = [];
  #upload = '';

  constructor(client: Client, bucket: string, name: string, contentType: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#name = name;
    this.#headers = { 'Content-Type': contentType };
  }

  async single(bytes: Buffer): Promise<void> {
    await retrying(() => this.#client.putObject(this.#bucket, this.#name, bytes, bytes.length, { ...this.#headers }));
  }

  async part(bytes: Buffer, number: number): Promise<void> {
    this.#upload ||= await retrying(() => this.#client.initiateNewMultipartUpload(this.#bucket, this.#name, { ...this.#headers }));
    const config = { bucketName: this.#bucket, objectName: this.#name, uploadID: this.#upload, partNumber: number };
    const { etag } = await retrying(() => this.#client.uploadPart({ ...config, headers: { 'Content-Length': bytes.length } }, bytes));
    this.#parts.push({ part: number, etag });
  }

  async complete(): Promise<void> {
    await this.#client.completeMultipartUpload(this.#bucket, this.#name, this.#upload, this.#parts);
  }

  async abandon(): Promise<void> {
    if (!this.#upload) return;
    // Best effort: the original error matters more. A lifecycle rule of the bucket can remove orphaned parts.
    await this.#client.abortMultipartUpload(this.#bucket, this.#name, this.#upload).catch(() => undefined);
  }
}

function connect({ endpoint, accessKey, secretKey }: MinioBlobsOptions): Client {
  const url = new URL(endpoint);
  const useSSL = url.protocol === 'https:';
  return new Client({
    endPoint: url.hostname,
    port: url.port ? Number(url.port) : useSSL ? 443 : 80,
    useSSL,
    accessKey,
    secretKey,
    // Use `retrying` instead: the client's retries write to the console.
    retryOptions: { disableRetry: true },
  });
}

/** Stores, reads and removes an object: any web server may answer 200 to the question whether a bucket exists. */
async function checkStorage(client: Client, bucket: string): Promise<void> {
  const name = `.sayso-check/${randomUUID()}`;
  const bytes = Buffer.from(name);
  await retrying(() => client.putObject(bucket, name, bytes, bytes.length));
  const stored = await retrying(() => client.getObject(bucket, name)).then(
    (stream) => buffer(stream),
    (error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    },
  );
  if (stored === null || !bytes.equals(stored)) throw new NotStorage();
  await retrying(() => client.removeObject(bucket, name));
}

async function makeBucket(client: Client, bucket: string): Promise<void> {
  try {
    await client.makeBucket(bucket);
  } catch (error) {
    // Another node may have created it at the same time.
    if (!(await client.bucketExists(bucket))) throw error;
  }
}
