import { cut } from '@sayso/core';
import type { Review } from '../collections.ts';
import { countTokens } from './tokens.ts';

/** A request before those that the prompt repeats, and what its answer changed. */
export interface EarlierTurn {
  readonly request: string;
  /** Null when the answer changed nothing, or too long ago to be read. */
  readonly review: Review | null;
}

/** Requests that are read for the summary, and those of them whose changes are read. */
export const MAX_EARLIER = 200;
export const MAX_REVIEWED = 20;

const MAX_REQUEST = 160;
/** Characters of a request that are searched. */
const MAX_READ = 2000;
const MAX_CHANGES = 3;
/** Share of the tokens for wishes that hold from then on. */
const STANDING_SHARE = 0.6;
/** Words of a wish that later requests do not repeat, and that later answers have to keep. */
const STANDING =
  /\b(?:always|never|from now on|in (?:the )?future|remember|everywhere|nowhere|each time|must(?: not)?|do not|don't)\b|(?:^|\W)(?:immer|nie|niemals|ab jetzt|ab sofort|künftig|merke? dir|überall|nirgends|jedes Mal|muss|müssen|dürfen|keinesfalls)(?:\W|$)/i;
const INTRO = 'What the person asked for earlier, oldest first, and what changed then. It still holds unless they say otherwise:';

/**
 * Sums up earlier requests, oldest first, in at most `tokens`: wishes that hold from then on before others, and newer ones before older
 * ones. Depends on nothing else, so that equal conversations have equal prompts. Empty without any.
 */
export function describeEarlier(turns: readonly EarlierTurn[], tokens: number): string {
  if (turns.length === 0) return '';
  const lines = turns.map(lineOf);
  const newestFirst = turns.map((_, index) => index).reverse();
  const chosen = new Set<number>();
  let left = tokens - countTokens(`${INTRO}\n${leftOut(turns.length)}\n`);
  const choose = (indexes: readonly number[], room: number): void => {
    const end = left - room;
    for (const index of indexes) {
      const cost = countTokens(`${lines[index]}\n`);
      if (chosen.has(index) || left - cost < end) continue;
      left -= cost;
      chosen.add(index);
    }
  };
  choose(
    newestFirst.filter((index) => STANDING.test(turns[index]?.request.slice(0, MAX_READ) ?? '')),
    left * STANDING_SHARE,
  );
  choose(newestFirst, left);
  if (chosen.size === 0) return '';
  const shown = lines.filter((_, index) => chosen.has(index));
  const missing = turns.length - shown.length;
  return [INTRO, ...(missing > 0 ? [leftOut(missing)] : []), ...shown].join('\n');
}

const leftOut = (count: number): string => `(${count} more are left out)`;

/** The words of a person are quoted, in one line. */
function lineOf({ request, review }: EarlierTurn): string {
  const words = request.slice(0, MAX_READ).replace(/\s+/g, ' ').trim();
  const quoted = JSON.stringify(words.length <= MAX_REQUEST ? words : `${cut(words, MAX_REQUEST)}…`);
  const changes = (review?.lines ?? []).slice(0, MAX_CHANGES).map(({ change, subject, names, table }) => {
    return [change, subject, names.join(', '), table === null ? '' : `of ${table}`].filter((word) => word !== '').join(' ');
  });
  return `- ${quoted}${changes.length === 0 ? '' : `: ${changes.join('; ')}`}`;
}
