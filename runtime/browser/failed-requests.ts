/** A request as an error names it: no query and no credentials, which may hold secrets. */
interface FailedRequest {
  readonly method: string;
  readonly address: string;
}

const requests = new WeakMap<object, FailedRequest>();

/** Records the requests whose `fetch` is rejected: browsers give such errors neither method nor address. */
export function recordFailedRequests(): void {
  window.fetch = new Proxy(window.fetch, {
    apply: (target, self, [input, init]: Parameters<typeof fetch>) =>
      (Reflect.apply(target, self, [input, init]) as Promise<Response>).catch((error: unknown) => {
        const request = describe(input, init);
        if (request !== null && error instanceof TypeError) requests.set(error, request);
        throw error;
      }),
  });
}

/** The request that an error is about: `GET https://example.org/path`. Null for other errors. */
export function failedRequest(error: unknown): string | null {
  const request = typeof error === 'object' && error !== null ? requests.get(error) : undefined;
  return request === undefined ? null : `${request.method} ${request.address}`;
}

function describe(input: RequestInfo | URL, init: RequestInit | undefined): FailedRequest | null {
  const isRequest = input instanceof Request;
  const parsed = URL.parse(isRequest ? input.url : String(input), document.baseURI);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  const method = (init?.method ?? (isRequest ? input.method : 'GET')).toUpperCase();
  return { method, address: `${parsed.origin}${parsed.pathname}` };
}
