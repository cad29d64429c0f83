/**
 * Calls that a browser completes after the page is left. It refuses such calls above 64 KiB of bodies at once
 * (Fetch Standard, "HTTP-network-or-cache fetch"), hence the budget; a call beyond it ends with its page.
 */
const MAX_BYTES = 48 * 1024;
const MAX_CALLS = 32;

const encoder = new TextEncoder();
let bytes = 0;
let calls = 0;

/** Fetches like `fetch`, with the whole answer; within the budget, leaving the page does not abort the call. */
export async function fetchBeyondPage(url: string, init: RequestInit & { body: string | null }): Promise<Response> {
  const size = init.body === null ? 0 : encoder.encode(init.body).byteLength;
  if (calls === MAX_CALLS || bytes + size > MAX_BYTES) return fetch(url, init);
  calls += 1;
  bytes += size;
  try {
    const response = await fetch(url, { ...init, keepalive: true });
    // The browser counts a call until its answer has arrived.
    const text = await response.text();
    return new Response(text === '' ? null : text, response);
  } finally {
    calls -= 1;
    bytes -= size;
  }
}
