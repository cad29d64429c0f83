import type { Language } from '../language/language.ts';
import { MESSAGES, type MessageKey } from '../words/messages.ts';

/** One action, in the format that models write. */
export interface Action {
  readonly type: 'add_file' | 'delete_file' | 'add_entity' | 'edit_entity' | 'insert_records' | 'delete_records';
  readonly file: string;
  readonly title: string;
  readonly content: string;
}

export interface Answer {
  readonly sentences: readonly string[];
  readonly actions: readonly Action[];
  /** The name of the new app. */
  readonly appName?: string;
  /** Suggested next messages, shown as buttons. */
  readonly suggestions: readonly string[];
}

export function say(language: Language, key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  return MESSAGES[key][language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** `a, b and c`. */
export function joined(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(language === 'de' ? 'de' : 'en-GB').format(items);
}

export function quotedWords(language: Language, ...words: readonly string[]): string {
  return joined(
    language,
    words.map((word) => (language === 'de' ? `„${word}“` : `"${word}"`)),
  );
}

const CODE_CHUNK = 2048;

/** Chunks of the answer: a few words, or a piece of code. */
export function* chunksOf({ sentences, actions, appName, suggestions }: Answer): Generator<string> {
  yield* sentences
    .filter((sentence) => sentence !== '')
    .join(' ')
    .match(/(?:\S+\s*){1,3}/g) ?? [];
  yield '\n\n';
  for (const [index, { type, file, title, content }] of actions.entries()) {
    const app = index === 0 && appName !== undefined ? ` app="${attribute(appName)}"` : '';
    const body = `<action type="${type}" file="${file}" title="${attribute(title)}"${app}>\n${content.replace(/\n$/, '')}\n</action>\n\n`;
    for (let start = 0; start < body.length; start += CODE_CHUNK) yield body.slice(start, start + CODE_CHUNK);
  }
  for (const suggestion of suggestions) yield `<suggestion>${suggestion.replace(/[<>\n]/g, ' ')}</suggestion>\n`;
}

function attribute(text: string): string {
  return text.replace(/["<>\n]/g, ' ').trim();
}

/** The actions that change one set of files into another. */
export function fileActions(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): Action[] {
  const changed = Object.entries(after).filter(([path, text]) => before[path] !== text);
  const gone = Object.keys(before).filter((path) => !Object.hasOwn(after, path));
  return [
    ...changed.map(([file, content]): Action => {
      const type = !file.startsWith('entities/') ? 'add_file' : Object.hasOwn(before, file) ? 'edit_entity' : 'add_entity';
      return { type, file, title: file, content };
    }),
    ...gone.map((file): Action => ({ type: 'delete_file', file, title: file, content: '' })),
  ];
}
