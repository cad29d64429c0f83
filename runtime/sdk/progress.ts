interface Upload {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData | string | null;
  readonly signal: AbortSignal | null;
}

/** As `fetch`, which does not tell how much of a body is sent. */
export function sendWithProgress({ method, url, headers, body, signal }: Upload, onProgress: (part: number) => void): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  if (signal?.aborted) reject(signal.reason);
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  request.onload = () => {
    const type = request.getResponseHeader('content-type');
    resolve(
      new Response(request.responseText, { status: request.status, ...(type === null ? {} : { headers: { 'content-type': type } }) }),
    );
  };
  request.onerror = () => reject(new TypeError('The request failed.'));
  request.onabort = () => reject(signal?.reason);
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  if (!signal?.aborted) request.send(body);
  return promise;
}
