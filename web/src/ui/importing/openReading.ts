import { answerOf, refusalSentence } from '../../lib/refusals.ts';

/** Lets everyone read the rows of a table, by a new version of the app. Rejects with the server's sentence. */
export async function openReading(appId: string, table: string): Promise<void> {
  const url = `/live_api/apps/${encodeURIComponent(appId)}/entities/${encodeURIComponent(table)}/rules`;
  // An edit names what it saw.
  const { digest } = (await send(url)) as { readonly digest: string };
  await send(url, { digest, operation: 'read', field: null, rule: { kind: 'everyone' } });
}

async function send(url: string, body?: object): Promise<unknown> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, body === undefined ? {} : post);
  const answer = await answerOf(response);
  if (!response.ok || answer === null) throw new Error(refusalSentence(response.status, answer));
  return answer;
}
