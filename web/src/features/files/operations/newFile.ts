import type { PlainTextKey } from '../../../i18n/texts.ts';

/** The folders in which files are added by hand: tables are made in the chat and in the data. */
export const newFolders = ['pages', 'components', 'services'] as const;
export type NewFolder = (typeof newFolders)[number];

const NAME = '[A-Za-z][A-Za-z0-9_-]{0,63}';
const PATH = new RegExp(`^(?:pages/${NAME}|(?:components|services)/(?:${NAME}/){0,3}${NAME})$`);

/** What is wrong with the path of a new file; null when nothing is. The server checks it again. */
export function pathFault(path: string, others: Iterable<string>): PlainTextKey | null {
  if (!PATH.test(path) || path.toLowerCase().startsWith('components/ui/')) return 'files.add.invalid';
  const taken = [...others].some((other) => other.toLowerCase() === path.toLowerCase());
  return taken ? 'files.add.taken' : null;
}

/** The text that a new file starts with. */
export function firstText(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_]/g, '');
  if (path.startsWith('services/')) return `export function ${name}() {\n  return null;\n}\n`;
  return `export default function ${name.charAt(0).toUpperCase()}${name.slice(1)}() {\n  return <div className="p-6">${name}</div>;\n}\n`;
}
