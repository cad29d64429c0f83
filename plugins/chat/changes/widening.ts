import type { Effect, Effects, RowScope } from '@sayso/entities/ref';

/** Ordered by privilege: what one kind gains, the later ones have or gain too. */
const KINDS = ['visitor', 'user', 'admin'] as const;
const ROW_SCOPES: readonly RowScope[] = ['none', 'own', 'some', 'all'];

/** What a kind of caller may newly do. */
interface Gain {
  readonly see: RowScope;
  readonly add: boolean;
  readonly change: RowScope;
}

/** The widened permissions of a table as one sentence; null when none is widened. `rows` is the plural of the rows' name. */
export function widening(rows: string, before: Effects, after: Effects): string | null {
  const clauses: string[] = [];
  let covered: Gain = { see: 'none', add: false, change: 'none' };
  for (const kind of KINDS) {
    const gain = gained(before[kind], after[kind]);
    // A more privileged kind gains it too, which the sentence does not repeat.
    const news: Gain = {
      see: covered.see === 'none' ? gain.see : 'none',
      add: !covered.add && gain.add,
      change: covered.change === 'none' ? gain.change : 'none',
    };
    const words = wordsOf(news, rows);
    if (words === null) continue;
    clauses.push(`${subjectOf(kind, news)} will ${words}`);
    covered = { see: further(covered.see, news.see), add: covered.add || news.add, change: further(covered.change, news.change) };
  }
  const sentence = clauses.join(', and ');
  return sentence === '' ? null : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function gained(before: Effect, after: Effect): Gain {
  const more = (right: 'see' | 'change') => (ROW_SCOPES.indexOf(after[right]) > ROW_SCOPES.indexOf(before[right]) ? after[right] : 'none');
  return { see: more('see'), add: after.add && !before.add, change: more('change') };
}

function further(a: RowScope, b: RowScope): RowScope {
  return ROW_SCOPES.indexOf(a) > ROW_SCOPES.indexOf(b) ? a : b;
}

function subjectOf(kind: (typeof KINDS)[number], { add, change }: Gain): string {
  if (kind === 'admin') return "the app's admins";
  if (kind === 'user') return 'everyone who logs in';
  return add || change !== 'none' ? 'everyone who uses the app, even without logging in,' : 'everyone who uses the app';
}

/** `add todos, see all of them and change their own`: the rows are named once. */
function wordsOf({ see, add, change }: Gain, rows: string): string | null {
  const phrases: string[] = add ? [`add ${rows}`] : [];
  const addPhrase = (verb: string, scope: RowScope) => {
    const isNamed = phrases.length > 0;
    if (scope === 'all') phrases.push(isNamed ? `${verb} all of them` : `${verb} all ${rows}`);
    if (scope === 'some')
      phrases.push(isNamed ? `${verb} those that its rules leave to them` : `${verb} the ${rows} that its rules leave to them`);
    if (scope === 'own') phrases.push(isNamed ? `${verb} their own` : `${verb} the ${rows} they added`);
  };
  if (see === change) addPhrase('see and change', see);
  else {
    addPhrase('see', see);
    addPhrase('change', change);
  }
  const last = phrases.pop();
  if (last === undefined) return null;
  return phrases.length === 0 ? last : `${phrases.join(', ')} and ${last}`;
}
