import { guessField } from './fields.ts';
import { nouns } from './lexicon/nouns/index.ts';
import type { Field } from './plan.ts';
import { joinFeatures } from './reading/features.ts';
import { bodyOf, frameOf, headOf, isOrganisation, purposeOf, titleOf } from './reading/frame.ts';
import { type Listed, readDetailed, readList } from './reading/list.ts';
import { listedTable, type Mention, type MentionedTable, subject } from './reading/mention.ts';
import { isThing } from './reading/parts.ts';
import { ownWordOf, subjectOf } from './reading/subject.ts';
import { isCollective, knownNoun } from './tables.ts';
import { singular, splitList, words } from './words.ts';

/** Things and fields that a request in plain words names. */
export function readMentions(text: string): Mention {
  const { body: given, asker } = bodyOf(text);
  const body = joinFeatures(given);
  const head = headOf(body);
  const owned = eachHas(text);
  const tables = readTables(body, { text, head, owned, isProse: isProse(text) && owned.size === 0 });
  return {
    text,
    frame: frameOf(text),
    head: words(head).join(' '),
    title: titleOf(head),
    purpose: purposeOf(body, asker),
    tables: tables.tables.map((table) => ({ ...table, fields: owned.get(table.singular) ?? table.fields })),
    fields: tables.fields,
  };
}

interface Around {
  readonly text: string;
  readonly head: string;
  readonly owned: ReadonlyMap<string, readonly Field[]>;
  readonly isProse: boolean;
}

function readTables(body: string, { text, head, owned, isProse }: Around): { tables: readonly MentionedTable[]; fields: readonly Field[] } {
  const detailed = readDetailed(body);
  if (detailed.length > 1) return { tables: detailed, fields: [] };
  const named = subjectOf(head, body);
  const list = readList(body, named, head);
  const told = isProse && list.tables.length < 2 && !list.isComplete ? thingsOf(text) : [];
  if (told.length > 1) return { tables: told, fields: [] };
  const owner = [...owned.keys()][0];
  const about =
    (owner !== undefined && named?.isKnown !== true ? subject(owner) : named) ??
    (list.tables.length === 0 ? ownWordOf(head, list.fields.length > 0) : null);
  return {
    tables: list.tables.length > 0 ? withPeople(merge(about, list), head) : merge(about, list),
    fields: list.fields.length > 0 ? list.fields : [...owned.values()].flat(),
  };
}

/** Sentences that tell of somebody's work rather than list what an app has. */
function isProse(text: string): boolean {
  return words(text).length > 24 && !text.includes(':');
}

/** The things that sentences name on their way, in their order: `my clients`, `which team`. */
function thingsOf(text: string): MentionedTable[] {
  const found = new Map<string, string>();
  const all = text.split(/[^a-z'-]+/).filter((word) => word !== '');
  for (const [index, word] of all.entries()) {
    const pair = `${all[index - 1]} ${word}`;
    const name = isThing(pair) && knownNoun(pair) !== null ? pair : word;
    const isMeant = isThing(name) || (/^(?:which|what|each|every|per)$/.test(all[index - 1] ?? '') && knownNoun(word) !== null);
    const noun = knownNoun(name);
    if (isMeant && noun !== null && noun !== 'contact') found.set(noun, name);
  }
  return [...found.values()].slice(0, 5).map((name) => listedTable(name, []));
}

function merge(about: MentionedTable | null, { tables: listed, isComplete }: Listed): MentionedTable[] {
  if (about === null) return [...listed];
  if (listed.length === 0) return [about];
  const name = knownNoun(about.singular);
  const isListed = listed.some(
    (one) =>
      one.singular === about.singular || one.singular.endsWith(` ${about.singular}`) || (name !== null && knownNoun(one.singular) === name),
  );
  if (isListed || name === null) return [...listed];
  // An inventory with suppliers has its items as well; an inventory of which all is said has not.
  const isWhole = name !== about.singular || isCollective(about.singular);
  return isWhole && isComplete ? [...listed] : [about, ...listed];
}

/** A CRM keeps people, whatever else is listed. */
function withPeople(tables: readonly MentionedTable[], head: string): readonly MentionedTable[] {
  const hasPeople = tables.some((table) => nouns[knownNoun(table.singular) ?? '']?.layout === 'people');
  return /\bcrm$/.test(head) && !hasPeople ? [listedTable('client', []), ...tables] : tables;
}

/** `each book has a title, an author and a rating` */
function eachHas(text: string): ReadonlyMap<string, readonly Field[]> {
  const found = [
    ...text.matchAll(
      /\b(?:each|every|an?|the|all)\s+([a-z -]{3,24}?)\s+(?:has|have|should have|needs?|contains?|includes?|consists? of)\s+(?:an? |the )?([^.;]+)/g,
    ),
  ];
  return new Map(
    found.flatMap(([, name = '', list = '']) => {
      const thing = words(name).join(' ');
      return isOrganisation(thing) ||
        /\b(?:app|page|tool|website|i|we|and|that|who|where|which|are|is|can)\b/.test(thing) ||
        / to /.test(` ${list}`.slice(0, 8))
        ? []
        : [[singular(thing), splitList(list).map(guessField)] as const];
    }),
  );
}
