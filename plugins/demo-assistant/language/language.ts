import { FIELDS } from '../words/fields.ts';
import { FILLERS_OF } from '../words/plain.ts';
import { THINGS } from '../words/things.ts';

/** The languages of the interface: answers and new apps use that of the request. */
export type Language = 'en' | 'de';

const [english, german] = [wordsOf('en'), wordsOf('de')];
/** A German compound or letter. */
const GERMAN =
  /[äöüß]|\p{Ll}(?:liste|sammlung|verwaltung|buchung|buch|planer|kalender|kartei|bestand|ungen|ung|heit|keit|schaft)$|^(?:hinzu|nenn|entfern|sortier|benenn|lösch)\p{Ll}*$/u;

function wordsOf(language: Language): ReadonlySet<string> {
  const entries = (text: string) => text.split(/\n| \| /).map((entry) => (entry.split(' = ').at(-1) ?? '').split(';'));
  const index = language === 'de' ? 1 : 0;
  const columns = [...entries(THINGS).map((entry) => entry[index] ?? ''), ...entries(FIELDS).map((entry) => entry[index + 1] ?? '')];
  return new Set([...FILLERS_OF[language], ...columns.flatMap((text) => text.toLowerCase().split(/[,/\s]+/))]);
}

export function languageOf(text: string): Language {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const points = words.map((word) => Number(german.has(word) || GERMAN.test(word)) - Number(english.has(word)));
  return points.reduce((sum, point) => sum + point, 0) > 0 ? 'de' : 'en';
}
