/** Files by key, under the plugin's prefix. Bodies are streamed, so that objects need not fit in memory. An object is complete or absent. */
export interface Blobs {
  put(
    key: string,
    body: ReadableStream<Uint8Array> | Uint8Array,
    options?: { readonly contentType?: string },
  ): Promise<{ readonly size: number; readonly sha256: string }>;
  /** Throws `BlobNotFound`. `range` is in bytes, both ends included. */
  get(key: string, options?: { readonly range?: readonly [number, number] }): Promise<ReadableStream<Uint8Array>>;
  stat(key: string): Promise<{ readonly size: number; readonly contentType?: string } | null>;
  list(prefix: string): AsyncIterable<string>;
  /** Does nothing when the object does not exist. */
  remove(key: string): Promise<void>;
  /** A signed URL, valid for `seconds` without further credentials. */
  signedUrl(key: string, seconds: number): Promise<string>;
}
