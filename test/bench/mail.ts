import { mailBody } from '../../plugins/integrations/core/mail/body.ts';
import { atMost, type Result, time } from './measure.ts';

const footer = { app: 'Measured', unsubscribe: 'https://example.org/u' };
/** Mails of 100,000 characters, the longest that apps send, made to be slow: the server's main thread reads them. */
const bodies = [`<b>x</b>${' '.repeat(99_000)}x`, `<b>${'<a href="http:"'.repeat(1600)}>${'x'.repeat(50_000)}`, '<a '.repeat(33_000)];

/** Reading the worst of an app's mails. */
export default async function mail(): Promise<Result[]> {
  mailBody('<b>x</b>', footer);
  const times: number[] = [];
  for (const body of bodies) times.push(await time(() => mailBody(body, footer)));
  return [atMost(100, { name: 'the worst mail of an app', ours: Math.max(...times), unit: 'ms' })];
}
