import type { Effect, Effects, Reach } from '@sayso/entities/ref';

/** From those who may do least; what they gain, the others have or gain too. */
const KINDS = ['visitor', 'user', 'admin'] as const;
const REACHES: readonly Reach[] = ['none', 'own', 'all'];

/** What a kind of people may do that they could not do before. */
interface Gain {
  readonly see: Reach;
  readonly add: boolean;
  readonly change: Reach;
}

/** What more people may do with the rows of a table, as one sentence; null when nobody may do more. `rows` is their name in the plural. */
export function widening(rows: string, before: Effects, after: Effects): string | null {
  const clauses: string[] = [];
  let told: Gain = { see: 'none', add: false, change: 'none' };
  for (const kind of KINDS) {
    const gain = gained(before[kind], after[kind]);
    // That admins reach further than those who were named already goes without saying.
    const news: Gain = {
      see: told.see === 'none' ? gain.see : 'none',
      add: !told.add && gain.add,
      change: told.change === 'none' ? gain.change : 'none',
    };
    const words = wordsOf(news, rows);
    if (words === null) continue;
    clauses.push(`${subjectOf(kind, news)} will ${words}`);
    told = { see: further(told.see, news.see), add: told.add || news.add, change: further(told.change, news.change) };
  }
  const sentence = clauses.join(', and ');
  return sentence === '' ? null : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function gained(before: Effect, after: Effect): Gain {
  const more = (right: 'see' | 'change') => (REACHES.indexOf(after[right]) > REACHES.indexOf(before[right]) ? after[right] : 'none');
  return { see: more('see'), add: after.add && !before.add, change: more('change') };
}

function further(a: Reach, b: Reach): Reach {
  return REACHES.indexOf(a) > REACHES.indexOf(b) ? a : b;
}

function subjectOf(kind: (typeof KINDS)[number], { add, change }: Gain): string {
  if (kind === 'admin') return "the app's admins";
  if (kind === 'user') return 'everyone who logs in';
  return add || change !== 'none' ? 'everyone who uses the app, even without logging in,' : 'everyone who uses the app';
}

/** `add todos, see all of them and change their own`: the rows are named once. */
function wordsOf({ see, add, change }: Gain, rows: string): string | null {
  const phrases: string[] = add ? [`add ${rows}`] : [];
  const reached = (verb: string, reach: Reach) => {
    const isNamed = phrases.length > 0;
    if (reach === 'all') phrases.push(isNamed ? `${verb} all of them` : `${verb} all ${rows}`);
    if (reach === 'own') phrases.push(isNamed ? `${verb} their own` : `${verb} the ${rows} they added`);
  };
  if (see === change) reached('see and change', see);
  else {
    reached('see', see);
    reached('change', change);
  }
  const last = phrases.pop();
  if (last === undefined) return null;
  return phrases.length === 0 ? last : `${phrases.join(', ')} and ${last}`;
}
