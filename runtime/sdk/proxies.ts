/** Gateway time-outs; 524 is Cloudflare's. */
const SLOW: ReadonlySet<number> = new Set([408, 504, 524]);
/** The server behind a proxy does not answer; 520 to 530 are Cloudflare's. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 520, 521, 522, 523, 525, 526, 527, 530]);

/** What the status of an answer means that did not come from the server, whose answers are JSON. */
export function proxyMessage(status: number): string {
  if (status === 413) return 'A proxy in front of the server refuses so much at once (413).';
  if (status === 429) return 'A proxy in front of the server takes no more requests for now (429).';
  if (SLOW.has(status)) return `A proxy in front of the server did not wait for its answer (${status}).`;
  if (AWAY.has(status)) return `A proxy in front of the server does not reach it (${status}).`;
  if (status < 400) return 'Something before the server answered in its place, such as the log-in page of a network.';
  return status < 500 ? `A proxy before the server refuses this request (${status}).` : `The server answered ${status}.`;
}

/** Whether a page answered in the place of the server. */
export function isPage(response: Response): boolean {
  return /^\s*text\/html\b/i.test(response.headers.get('content-type') ?? '');
}
