import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import { messagesIn, type Source, sentencesWithValues, serverSentences, sources, strayTexts, usedKeys } from './texts.ts';

/** Names, addresses, units, and sentences for the assistant rather than for people. */
const allowed: readonly RegExp[] = [
  /^Sayso$/,
  /^… · Sayso$/,
  /^Open(?:AI|Router)$/,
  /^https:\/\//,
  /^gpt-/,
  // A package of npm.
  /^howler$/,
  /^… min … s$/,
  // Sent to the assistant; the specification fixes the words.
  /^Fix this error: …$/,
  /^Please fix the errors in my app$/,
  /^Please change the permissions for entity "…" to "…"\.$/,
  /^(?:Admin|Anonymous|Public) (?:Only )?Read, (?:Admin|Anonymous|Creator) Write$/,
  /^(?:Admin|Creator) Only$/,
  // Sent to the assistant after a change of a column.
  /^Please update the pages that use the … field "…": …\.$/,
  // How the compiler and the frame report a problem, in English for the assistant; the widget translates it.
  /^App compilation failed:/,
];

const files = sources();
const [english, german] = await Promise.all([messagesIn('en'), messagesIn('de')]);
const keys = new Set(english.keys());

test('texts that people see are in a catalogue', () => {
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((source) =>
    strayTexts(source, keys)
      .filter((text) => !allowed.some((pattern) => pattern.test(text)))
      .map((text) => `${source.path}: “${text}”`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['text of an element', '<p>Saved</p>'],
  ['a text in braces', "<p>{isDone ? 'saved' : t('common.save')}</p>"],
  ['an attribute', '<input aria-label="Name" />'],
  ['a computed attribute', "<input placeholder={isNew ? 'name' : undefined} />"],
  ['a property of a declaration', "const panel = { id: 'notes', title: 'Notes' };"],
  ['a notification', "notifyDone('Deleted');"],
  ['a title', "useTitle('Home');"],
  ['a sentence that a function returns', "const hint = () => 'Use 3 to 40 characters.';"],
])('finds %s', async (_, code) => {
  const { parseSync } = await import('oxc-parser');
  const source: Source = { path: 'case.tsx', program: parseSync('case.tsx', code).program.body };
  expect(strayTexts(source, keys)).toHaveLength(1);
});

test('every text is used', () => {
  const isUsed = usedKeys(files);
  expect([...keys].filter((key) => !isUsed(key))).toEqual([]);
});

test('German has every text, and no other', () => {
  expect([...german.keys()].sort()).toEqual([...keys].sort());
});

/** Names of the arguments and tags of a message. Choices of words are left out: a language may need none. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, type, branches] = node as unknown[];
    if (typeof name !== 'string') {
      node.forEach(visit);
      return;
    }
    // Select, plural and ordinal have branches.
    const hasBranches = typeof type === 'number' && type >= 1 && type <= 3;
    if (!hasBranches || type !== 1) names.add(name);
    if (hasBranches) for (const branch of Object.values(branches as object)) visitAll(branch);
    else if (typeof type !== 'number') node.slice(1).forEach(visit);
  };
  const visitAll = (message: unknown) => {
    if (Array.isArray(message)) message.forEach(visit);
  };
  visitAll(compile(message));
  return [...names].sort();
}

test('German messages have the arguments of the English ones', () => {
  const differing = [...english].flatMap(([key, message]) => {
    const [theirs, ours] = [message, german.get(key) ?? ''].map(argumentsOf);
    return JSON.stringify(theirs) === JSON.stringify(ours) ? [] : [{ key, english: theirs, german: ours }];
  });
  expect(differing).toEqual([]);
});

const web = join(import.meta.dirname, '../../web');

test('sentences that are translated for the server are sentences of the server', async () => {
  const { server } = (await import(join(web, 'src/i18n/server/de.ts'))) as { readonly server: Readonly<Record<string, string>> };
  const isKnown = serverSentences();
  expect(Object.keys(server).filter((sentence) => !isKnown(sentence))).toEqual([]);
});

/** What only developers, operators and the log read. */
const unread: readonly RegExp[] = [
  /^Hello,/,
  /^A document with the same values of the unique index/,
  /^Unknown access "…"\.$/,
  /^… of … deleted apps could not be removed\.$/,
];

test('sentences of the server with inserted values have German ones, with the same values', async () => {
  const { server } = (await import(join(web, 'src/i18n/server/de.ts'))) as { readonly server: Readonly<Record<string, string>> };
  const all = sentencesWithValues().filter(({ text }) => !unread.some((pattern) => pattern.test(text)));
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(({ text }) => !Object.hasOwn(server, text)).map(({ path, text }) => `${path}: “${text}”`)).toEqual([]);
  const differing = Object.entries(server).flatMap(([english, german]) => {
    const count = english.split('…').length - 1;
    const used = [...german.matchAll(/\{(\d)\}/g)].map(([, at]) => Number(at));
    const isWhole = new Set(used).size === count && used.every((at) => at >= 1 && at <= count);
    return count === 0 || isWhole ? [] : [english];
  });
  expect(differing).toEqual([]);
});

test.each([
  ['You may not write `salary`, `badge` of Person.', 'Du darfst `salary`, `badge` von Person nicht schreiben.'],
  ['You may not see the rows of Order.', 'Du darfst die Zeilen von Order nicht sehen.'],
  ['Row 7: `age` must be text.', 'Zeile 7: `age` muss Text sein.'],
  ['`due` must be a date such as 2026-01-31.', '`due` muss ein Datum, etwa 2026-01-31, sein.'],
  ['The row was not found.', 'Die Zeile wurde nicht gefunden.'],
  [
    'It has no rule for "update": people do that with their own rows. The field "a.b" is a text: there is no type money.',
    'Sie hat keine Regel für "update": Personen tun das mit ihren eigenen Zeilen. Das Feld „a.b“ ist ein Text: Den Typ money gibt es nicht.',
  ],
  [
    'Something that no one knows. The table Task has room for 5 rows. Remove some first.',
    'Something that no one knows. Die Tabelle Task hat Platz für 5 Zeilen. Entferne zuerst einige.',
  ],
  [
    'This call came from http://a.example and was refused, since BUILDER_URL is http://b.example. Open Sayso there, or set BUILDER_URL to the address that browsers open.',
    'Dieser Aufruf kam von http://a.example und wurde abgelehnt, denn BUILDER_URL ist http://b.example. Öffne Sayso dort, oder setze BUILDER_URL auf die Adresse, die Browser öffnen.',
  ],
  ['Nothing like this.', 'Nothing like this.'],
])('says in German: %s', async (english, german) => {
  const { server } = (await import(join(web, 'src/i18n/server/de.ts'))) as { readonly server: Readonly<Record<string, string>> };
  const { translated } = (await import(join(web, 'src/i18n/server/sentence.ts'))) as typeof import('../../web/src/i18n/server/sentence.ts');
  expect(translated(english, server)).toBe(german);
});

test('the page knows the languages before its scripts are loaded', async () => {
  const { languages } = (await import(join(web, 'src/i18n/languages.ts'))) as { readonly languages: Readonly<Record<string, string>> };
  const early = readFileSync(join(web, 'public/early.js'), 'utf8');
  expect(/const languages = (\[.*\]);/.exec(early)?.[1]?.replaceAll("'", '"')).toBe(
    JSON.stringify(Object.keys(languages)).replaceAll(',', ', '),
  );
});
