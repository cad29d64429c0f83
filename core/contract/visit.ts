/** Whether a person opens an address in a browser, and no code or probe calls it. `headers`: of the request, in lower case. */
export function isVisit({ method, headers }: { readonly method?: string | undefined; readonly headers: VisitHeaders }): boolean {
  const mode = headers['sec-fetch-mode'];
  return method === 'GET' && (mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate');
}

export interface VisitHeaders {
  readonly accept?: string | undefined;
  readonly 'sec-fetch-mode'?: string | string[] | undefined;
}
