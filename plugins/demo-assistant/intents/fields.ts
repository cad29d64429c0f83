import { type AppModel, tableIn, tablesIn } from '../follow-ups/app.ts';
import { type FieldWord, findField, ownField, phrasesOf } from '../language/lexicon.ts';
import { capitalized, singular, tokens } from '../language/text.ts';
import { propertyOf } from '../new-app/schema.ts';
import * as words from '../words/follow-ups.ts';
import { FILLERS } from '../words/plain.ts';
import { type ClauseContext, chosenTables, fieldFor, type Intent, lastWord, noField, unquoted } from './intent.ts';

/** `Difficulty: easy, medium or hard`, `a private or business choice`, `Who paid? Me or my wife`. */
export function readChoice(clause: string, context: ClauseContext): Intent | null {
  const [, label = '', given = ''] = /^(?:add )?([\p{L} ]{2,30})[:?]\s*(.+?(?: or | oder |,).+)$/iu.exec(clause.trim()) ?? [];
  const [, one = '', other = ''] = /\b(?:an? )?(\p{L}+) (?:or|oder) (\p{L}+) (?:choice|option|switch|auswahl)\b/iu.exec(clause) ?? [];
  const options =
    given !== ''
      ? given
          .split(/,|\bor\b|\boder\b/iu)
          .map((text) => capitalized(unquoted(text)))
          .filter((text) => text !== '')
      : one !== ''
        ? [capitalized(one), capitalized(other)]
        : [];
  if (options.length < 2) return null;
  const known = findField(label.trim().toLowerCase());
  const name =
    given === ''
      ? { key: 'kind', label: { en: 'Kind', de: 'Art' } }
      : { key: known?.key ?? label.trim(), label: known?.label ?? { en: label.trim(), de: label.trim() } };
  return addFields([{ ...name, type: options.join(',') }], clause, context);
}

export function readNewField(clause: string, context: ClauseContext): Intent | null {
  if (!words.ADD.test(clause)) return null;
  const quoted = /["“„»']([^"”“«']{2,40})["”“«']/u.exec(clause)?.[1];
  if (quoted !== undefined) return addFields([findField(quoted.toLowerCase()) ?? ownField(quoted)], clause, context);
  const found = fieldWordsIn(clause, context.app);
  const isBox = words.CHECKBOX.test(clause);
  if (found.length > 0)
    return addFields(
      found.map((field) => (isBox ? { ...field, type: 'yes' } : field)),
      clause,
      context,
    );
  const own =
    /\b(?:field|column|feld|spalte)\b(?: (?:for|called|named|für|namens))?(?: (?:the|a|an|die|das|den))?\s+([\p{L}]+(?: [\p{L}]+)?)/iu
      .exec(clause)?.[1]
      ?.replace(/\s+(?:to|on|in|for|of|with|and|or|but|that|which|bei|zu|für|von|mit|und|oder|aber|der|die|das)$/iu, '');
  return own === undefined || FILLERS.has(own.toLowerCase()) || FILLERS.has(tokens(own)[0] ?? '')
    ? null
    : addFields([ownField(own.toLowerCase())], clause, context);
}

function addFields(fields: readonly FieldWord[], clause: string, { app, language }: ClauseContext): Intent | null {
  const table = tableIn(clause, app) ?? app.main;
  if (table === undefined) return null;
  return {
    changes: fields.map((field) => {
      const [name, schema] = propertyOf(field, language);
      return { kind: 'add-field', table: table.name, field: name, schema };
    }),
  };
}

/** The longest known fields in a clause; of several adjacent ones without "and", the last one counts. */
export function fieldWordsIn(clause: string, app: AppModel): FieldWord[] {
  const found: FieldWord[] = [];
  let isNext = true;
  for (const phrase of phrasesOf(tokens(clause), (one) => isField(one, app))) {
    if (/^(?:and|und|,)$/.test(phrase)) isNext = true;
    const field = isField(phrase, app) ? findField(phrase) : null;
    if (field === null) continue;
    if (!isNext) found.pop();
    found.push(field);
    isNext = false;
  }
  return found;
}

function isField(text: string, app: AppModel): boolean {
  if (
    findField(text) === null ||
    (FILLERS.has(text) && !/ /.test(text)) ||
    /^(?:from|to|day|when|where|who|wer|wo|wann|von|nach|bis|until|end|start|due|place)$/.test(text)
  )
    return false;
  return tablesIn(text, app).length === 0;
}

/** The first word of what is removed. */
const OBJECT_OF_REMOVAL =
  /\b(?:remove|delete|drop|hide|take out|entferne|lösche)\s+(?:(?:all|the|every|each|any|my|our|alle|die|das|den|jede[nrs]?)\s+)*(\p{L}+)/iu;

export function readRemoval(clause: string, { app }: ClauseContext): Intent | null {
  // Tables and pages are not removed, nor fields of the same name in their place.
  if (!words.REMOVE.test(clause) || words.PART_OF_APP.test(clause)) return null;
  const [, object = ''] = OBJECT_OF_REMOVAL.exec(clause) ?? [];
  // Rows of a table, such as "contacts without email".
  if (tablesIn(object, app).length > 0 && (fieldFor(object, app.tables) === null || singular(object) !== object)) return null;
  const tables = chosenTables(clause, app);
  const found = fieldFor(clause, tables) ?? fieldFor(clause, app.tables);
  if (found === null) return noField(lastWord(clause));
  const isNamed = tablesIn(clause, app).length > 0;
  const same = isNamed
    ? [found]
    : app.tables.flatMap((table) => table.fields.filter(({ key }) => key === found.field.key).map((field) => ({ table, field })));
  return { changes: same.map(({ table, field }) => ({ kind: 'remove-field', table: table.name, field: field.key })) };
}
