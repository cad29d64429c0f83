import { beforeEach, expect, it } from 'vitest';
import { compact, dollars } from '../lib/numbers.ts';
import { timeAgo } from '../lib/time.ts';
import { currentLanguage, fromServer, inSentence, loadLanguage, translator } from './language.ts';

beforeEach(() => loadLanguage('de'));

it('formats texts, times and numbers in the chosen language', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');
  expect(translator()('chat.changes', { count: 1 })).toBe('1 Änderung');
  expect(translator()('chat.changes', { count: 1200 })).toBe('1.200 Änderungen');
  expect(timeAgo('2026-05-01T10:00:00Z', now)).toBe('vor 2 Stunden');
  expect(timeAgo('2026-05-01T11:59:50Z', now)).toBe('gerade eben');
  expect(compact(2_400_000)).toBe('2,4\u00a0Mio.');
  expect(dollars(0.5)).toBe('0,50\u00a0$');
});

it('translates sentences of the server, also with inserted values, and shows others as they are', () => {
  expect(fromServer('The app was not found.')).toBe('Die App wurde nicht gefunden.');
  expect(fromServer('The address "todo" is taken. Choose another one.')).toBe('Die Adresse „todo“ ist vergeben. Wähle eine andere.');
  expect(fromServer('The address "todo" is new. It says nothing.')).toBe('The address "todo" is new. It says nothing.');
  expect(fromServer('constructor')).toBe('constructor');
});

it('keeps the capital of a German noun inside a sentence', async () => {
  expect(inSentence('Vorschau')).toBe('Vorschau');
  await loadLanguage('en');
  expect(inSentence('Preview')).toBe('preview');
});

it('shows the language that was chosen last, whichever loads first', async () => {
  await Promise.all([loadLanguage('en'), loadLanguage('de')]);
  expect(currentLanguage()).toBe('de');
});
