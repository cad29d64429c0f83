import type { PlainTextKey } from '../../../i18n/texts.ts';

/** The folders in which files are added by hand: tables are made in the chat and in the data. */
export const newFolders = ['pages', 'components', 'services', 'hooks', 'lib', 'utils', 'context', 'data', 'types'];

const NAME = '[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]{0,63}';
const PATH = new RegExp(`^(?!entities/)(?:${NAME}/){1,6}${NAME}$`, 'u');

/** What is wrong with the path of a new file; null when nothing is. The server checks it again. */
export function pathFault(path: string, others: Iterable<string>): PlainTextKey | null {
  if (!PATH.test(path)) return 'files.add.invalid';
  const taken = [...others].some((other) => other.toLowerCase() === path.toLowerCase());
  return taken ? 'files.add.taken' : null;
}

/** The text that a new file starts with. */
export function firstText(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_]/g, '').replace(/^(?=\d|$)/, 'Part');
  if (path.endsWith('.json')) return '{}\n';
  if (/\.(?:css|svg)$/.test(path)) return '\n';
  if (!/^(?:pages|components)\//.test(path)) return `export function ${name}() {\n  return null;\n}\n`;
  return `export default function ${name.charAt(0).toUpperCase()}${name.slice(1)}() {\n  return <div className="p-6">${name}</div>;\n}\n`;
}
