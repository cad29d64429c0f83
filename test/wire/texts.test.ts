import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import { messagesIn, type Source, serverSentences, sources, strayTexts, usedKeys } from './texts.ts';

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

test('the page knows the languages before its scripts are loaded', async () => {
  const { languages } = (await import(join(web, 'src/i18n/languages.ts'))) as { readonly languages: Readonly<Record<string, string>> };
  const early = readFileSync(join(web, 'public/early.js'), 'utf8');
  expect(/const languages = (\[.*\]);/.exec(early)?.[1]?.replaceAll("'", '"')).toBe(
    JSON.stringify(Object.keys(languages)).replaceAll(',', ', '),
  );
});
