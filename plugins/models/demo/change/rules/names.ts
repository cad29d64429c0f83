import { type Plan, sentenceCase, type Table } from '../../plan.ts';
import { knownNoun } from '../../tables.ts';
import { plural, singular, words } from '../../words.ts';
import { findPlace, withTable } from '../find.ts';
import { type Change, unquoted } from '../rule.ts';

const quoted = `["“'‘]?(.+?)["”'’]?[.!]?$`;
const verb = '(?:change|set|update|make|rename|replace)';

/** The app's name and the words of its first screen. */
export function rename(plan: Plan, _text: string, request: string): Change | null {
  const part = (what: string) =>
    new RegExp(`\\b${verb}\\s+(?:the\\s+)?${what}(?:\\s+(?:of|on)\\s+.+?)?\\s+(?:to|into|say|be|with|as)\\s+${quoted}`, 'i').exec(
      request,
    )?.[1];
  const heading = part('(?:main\\s+|page\\s+)?(?:heading|headline|tagline|hero(?:\\s+(?:text|title))?)');
  if (heading) {
    const site = plan.site ? { ...plan.site, headline: heading } : null;
    return { plan: { ...plan, tagline: heading, site }, sentence: `Done: the first screen says “${heading}”.` };
  }
  const { site } = plan;
  const button = site && part('(?:submit\\s+|sign-?up\\s+|main\\s+)?button(?:\\s+(?:text|label))?');
  if (site && button) return { plan: { ...plan, site: { ...site, button } }, sentence: `Done: the button says “${button}”.` };
  const text = site && part('(?:intro(?:duction)?|text|sub-?(?:title|headline|heading)|description|paragraph)(?:\\s+text)?');
  if (site && text) return { plan: { ...plan, site: { ...site, text } }, sentence: `Done: the text under the headline says “${text}”.` };
  const app = new RegExp(
    `\\b(?:rename|call|name)\\s+(?:it|this|(?:the|my|this)\\s+(?:app(?:lication)?|page|site|website))\\s+(?:to\\s+|as\\s+)?${quoted}`,
    'i',
  ).exec(request)?.[1];
  const title = part("(?:app(?:'s)?\\s+|page\\s+|site\\s+)?(?:title|name)");
  const name = app ?? title;
  if (!name) return null;
  const shown = sentenceCase(name);
  return { plan: { ...plan, name: shown }, sentence: `Done: your app is called “${shown}”.` };
}

/** `rename clients to customers`: other words on screen, the same table with the same rows. */
export function renameTable(plan: Plan, _text: string, request: string): Change | string | null {
  const [, what = '', to = ''] =
    new RegExp(`\\b(?:rename|change)\\s+(.+?)\\s+(?:to|into|as)\\s+${quoted}`, 'i').exec(request) ??
    new RegExp(`\\bcall\\s+(?:the\\s+|my\\s+)?(.+?)\\s+(?:as\\s+)?${quoted}`, 'i').exec(request) ??
    [];
  const table = exactTable(plan, what);
  const name = words(unquoted(to).replace(/\s+instead$/i, '')).join(' ');
  if (!table || name === '') return null;
  const one = singular(name);
  if (plan.tables.some((other) => other !== table && other.singular === one)) return `There is already a table of ${plural(one)}.`;
  const renamed = withTable(plan, table.name, (own) => ({ ...own, singular: one, plural: plural(one) }));
  const tables = renamed.tables.map((other) => ({
    ...other,
    fields: other.fields.map((field) =>
      field.to === table.name && field.label === sentenceCase(table.singular) ? { ...field, label: sentenceCase(one) } : field,
    ),
  }));
  return {
    plan: { ...renamed, tables },
    sentence: `Done: ${table.plural} are called ${plural(one)} everywhere. Your rows stay as they are.`,
  };
}

/** The table that a phrase is, rather than one that it mentions. */
export function exactTable(plan: Plan, phrase: string): Table | undefined {
  const name = words(unquoted(phrase).replace(/\b(?:tables?|pages?|lists?|sections?|entit(?:y|ies))\b/gi, ' ')).join(' ');
  const isSame = (table: Table) =>
    [table.singular, table.plural, table.name.toLowerCase()].includes(name) || singular(name) === table.singular;
  const noun = knownNoun(name);
  return plan.tables.find(isSame) ?? plan.tables.find((table) => noun !== null && noun === knownNoun(table.singular));
}

export function renameField(plan: Plan, _text: string, request: string): Change | null {
  const [, what = '', label = ''] =
    new RegExp(`\\b(?:rename|change)\\s+(?:the\\s+)?(.+?)\\s+(?:to|into|as)\\s+${quoted}`, 'i').exec(request) ?? [];
  const place = what ? findPlace(plan, what.toLowerCase()) : undefined;
  if (!place) return null;
  return {
    plan: withTable(plan, place.table.name, (one) => ({
      ...one,
      fields: one.fields.map((field) => (field === place.field ? { ...field, label: sentenceCase(label) } : field)),
    })),
    sentence: `Done: “${place.field.label}” is called “${sentenceCase(label)}”. What people wrote in it stays.`,
  };
}
