import { fromServer, translator } from '../i18n/language.ts';

/** The JSON of a response; null for what is none, such as the page of a proxy. Rejects when the call is aborted meanwhile. */
export async function answerOf(response: Pick<Response, 'json'>): Promise<unknown> {
  try {
    return objectOrNull(await response.json());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const objectOrNull = (answer: unknown): unknown => (typeof answer === 'object' ? answer : null);

/** As `answerOf`, of a body that was read. */
export function answerIn(text: string): unknown {
  try {
    return objectOrNull(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whether a page answered in the place of an API, such as the log-in page of a network. */
export function isPage(response: Pick<Response, 'headers'>): boolean {
  return /^\s*text\/html\b/i.test(response.headers.get('content-type') ?? '');
}

/** The sentence for a refused request: the server's own, else what the status of a proxy before it means; null without one. */
export function knownRefusal(status: number, answer: unknown): string | null {
  const own = messageIn(answer);
  if (own !== '') return fromServer(own);
  return answer === null ? proxySentence(status) : null;
}

/** As `knownRefusal`, or a general sentence. */
export const refusalSentence = (status: number, answer: unknown): string =>
  knownRefusal(status, answer) ?? translator()('common.unexpected');

/** What the status of an answer means that did not come from the server; null when it says nothing. */
export function proxySentence(status: number): string | null {
  const t = translator();
  const code = String(status);
  if (status === 413) return t('common.proxy.tooLarge');
  if (SLOW.has(status)) return t('common.proxy.slow', { code });
  if (status === 429) return t('common.proxy.busy');
  if (AWAY.has(status)) return t('common.proxy.away', { code });
  if (status >= 200 && status < 400) return t('common.proxy.foreign');
  return status >= 400 && status < 500 ? t('common.proxy.refused', { code }) : null;
}

/** The smallest usual limit of proxies, that of nginx. */
const SMALLEST_LIMIT = 1_000_000;

/**
 * The sentence for an upload whose connection broke: proxies that refuse a large body close the connection while it is sent, and browsers report
 * that without the status. Null for a small one, which no proxy refuses.
 */
export function cutUploadSentence(bytes: number): string | null {
  return bytes < SMALLEST_LIMIT ? null : translator()('common.proxy.cut');
}

/** Gateway time-outs; 524 is Cloudflare's. */
const SLOW: ReadonlySet<number> = new Set([408, 504, 524]);
/** The server behind a proxy does not answer; 520 to 527 and 530 are Cloudflare's. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 520, 521, 522, 523, 525, 526, 527, 530]);

function messageIn(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return '';
  const { message, errors } = answer as { readonly message?: unknown; readonly errors?: unknown };
  if (typeof message === 'string') return message;
  return Array.isArray(errors) ? messageIn(errors[0]) : '';
}
