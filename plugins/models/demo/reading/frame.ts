import { singular, words } from '../words.ts';

/** What holds things, and gives an app its name: a habit `tracker`. */
export const containers =
  'tracker|tracking|log|logbook|logger|list|manager|management|planner|organi[sz]er|database|directory|board|book|diary|dashboard|catalog|catalogue|collection|register|calendar|schedule|library|crm|desk|overview|archive|sheet|spreadsheet|cellar|shelf|rack|wardrobe|closet|pantry|backlog|wish ?list|watch ?list|queue|pipeline|roster|rota|journal|notebook|club|reminder|gallery|checklist|hub|center|centre';
/** What any app may be called; says nothing about it. */
export const plainContainers =
  'app|application|tool|system|platform|portal|software|website|web ?site|site|page|program|solution|thing|something';
/** What people do in it, said after the thing: apartment `hunting`. */
export const doings = 'hunting|hunt|search|planning|management|managing|tracking|monitoring|keeping|organi[sz]ing|logging|recording';
/** A line of work or a group of people: whom an app is for, not what it keeps. */
const organisations =
  'business|company|firm|agency|shop|store|studio|(?:medical|dental|law|vet|veterinary|private|physiotherapy|therapy|family) practice|clinic|office|team|club|association|charity|ngo|non-?profit|church|parish|school|kindergarten|gym|hotel|restaurant|cafe|bar|bakery|garage|farm|band|league|library|museum|salon|broker|coach|community|department|startup|start-up|organi[sz]ation|foundation|hr|human resources|(?:nursing|care|retirement) home|guest ?house|troop|group|society|workshop';
const organisation = new RegExp(`\\b(?:${organisations})$`);

const courtesies = '(?:(?:hi|hello|hey|please|ok|okay|so|hi there|hello there|good (?:morning|evening|day))[,!. ]+)*';
/** `we are a football club and need …`, `i run a bakery. i want …` */
const introduction = `(?:(?:i|we)(?:'m|'re| am| are| run| own| have| manage| lead) (?:an? |the |at an? |in an? )?([a-z][a-z' -]{2,50}?)(?: (?:of|in|from|called|with \\d+) [a-z0-9 ]{2,30}?)?(?:, and |, | and | that | who |\\. |! |; )(?=(?:i|we|it|looking|need|want)\\b))?`;
/** `a garage needs to track …`, `our company wants …` */
const wisher = `(?:(?:a|an|my|our|the|this) ([a-z][a-z' -]{2,40}?) (?:needs?|wants?|is looking for|would like)(?: to| an?)? (?=[a-z]))?`;
const wish = `(?:(?:can|could|would|will) you (?:please )?)?(?:(?:i|we)(?:'d| would)? (?:want|need|like|love)(?: to (?:build|create|make|have|get))? |(?:i'm|i am|we're|we are) looking for |there should be |(?:need|want|looking for) )?(?:help me )?(?:please )?(?:(?:build|create|make|design|generate|develop|write|set up|give|start|code|do|prepare)(?: me| us)? )?`;
const preamble = new RegExp(`^${courtesies}${introduction}${wisher}${wish}`);

/** A request without what is said before it comes to the point, and the line of work that was said there. */
export function bodyOf(text: string): { readonly body: string; readonly asker: string | null } {
  const found = preamble.exec(text);
  const body = text
    .slice(found?.[0].length ?? 0)
    .replace(/\b(?:called|named|call it|name it) ["']?[^"',.;:]+["']?/, '')
    .trim();
  return { body, asker: found?.[1] ?? found?.[2] ?? null };
}

/** The words before anything is said about the app. */
export function headOf(body: string): string {
  return (
    /^(.*?)(?=\s*[:,.;!?(]|\s+(?:with|for|to|that|which|where|who|including|containing|having|so|in|of|from|based|using|like)\b|$)/.exec(
      body,
    )?.[1] ?? ''
  );
}

/** What stands before the list of fields or things; the words that say what the app is for are in it. */
export function frameOf(text: string): string {
  return /^(.*?)(?:[:(]|\bwith\b|\bincluding\b)/.exec(text)?.[1] ?? text;
}

export function isOrganisation(phrase: string): boolean {
  return organisation.test(phrase);
}

/** Whom or what it is for: `tennis club` of `an app for my tennis club`. */
export function purposeOf(body: string, asker: string | null): string | null {
  const asked =
    /\b(?:for|of|run|own|have|manage) (?:my|our|a|an|the) (?:(?:small|little|new|local|own) )?([a-z][a-z' -]{2,40}?)(?=\s+(?:with|that|which|where|so|to|and|in)\b|[:,.;!?(]|$)/.exec(
      body,
    )?.[1];
  const all = words((asked ?? asker ?? '').replace(/\b(?:business|firm)$/, '')).filter(
    (word) => !/^(?:small|little|new|local|own)$/.test(word),
  );
  return all.length >= 2 && all.length <= 3 ? all.join(' ') : null;
}

export function titleOf(head: string): string | null {
  const named = words(head).join(' ');
  const short = named.replace(new RegExp(` (?:${plainContainers})$`), '');
  const all = (new RegExp(` (?:${doings})$`).test(short) ? short : named).split(' ');
  const last = all.at(-1);
  if (last === undefined || all.length < 2 || all.length > 4) return null;
  if (/^(?:things?|something|track|keep|help)$/.test(all[0] ?? '') || all.some((word) => /^(?:i|we|my|our|to)$/.test(word))) return null;
  const isPlain = new RegExp(`^(?:${plainContainers})$`).test(last);
  const isCalled =
    new RegExp(`^(?:${containers}|${doings}|rental|booking)$`).test(last) ||
    (!isPlain && singular(last) !== last) ||
    / (?:and|&) /.test(all.join(' '));
  return isCalled ? all.join(' ') : null;
}
