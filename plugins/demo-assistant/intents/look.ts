import type { AppChange } from '@sayso/runtime/ref';
import * as words from '../words/follow-ups.ts';
import type { Intent } from './intent.ts';

export function readLook(clause: string): Intent | null {
  const changes: AppChange[] = [];
  const hex = /#(?:[\da-f]{6}|[\da-f]{3})\b/iu.exec(clause)?.[0];
  if (hex !== undefined) changes.push({ kind: 'set-accent', color: hex });
  else {
    const colour = [...clause.toLowerCase().matchAll(/\p{L}+/gu)].find(
      ([word]) => wordColour(word) !== undefined && !words.NOT_COLOUR.test(clause.slice(0, clause.toLowerCase().indexOf(word))),
    );
    const hue = colour === undefined ? undefined : wordColour(colour[0]);
    if (hue !== undefined && !/\b(?:add|field|column|feld|spalte)\b/iu.test(clause)) changes.push({ kind: 'set-accent', hue });
  }
  if (words.DARK.test(clause)) changes.push({ kind: 'set-theme', mode: 'dark' });
  else if (words.LIGHT.test(clause)) changes.push({ kind: 'set-theme', mode: 'light' });
  if (words.ROUND.test(clause)) changes.push({ kind: 'set-theme', radius: 1 });
  else if (words.SHARP.test(clause)) changes.push({ kind: 'set-theme', radius: 0 });
  return changes.length > 0 ? { changes } : null;
}

/** Matches also `grünes` and `greenish`. */
export function wordColour(word: string): number | null | undefined {
  const known = Object.keys(words.COLOURS).find(
    (colour) => word === colour || (colour.length > 2 && word.startsWith(colour) && /^(?:e[srnm]?|ish)$/.test(word.slice(colour.length))),
  );
  return known === undefined ? undefined : words.COLOURS[known];
}
