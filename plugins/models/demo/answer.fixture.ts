import type { BuildWorkspace } from '../ref.ts';
import { openDemo } from './index.ts';

export interface WrittenAction {
  readonly type: string;
  readonly file: string;
  readonly title: string;
  readonly app: string | undefined;
  readonly content: string;
}

export interface Answer {
  /** All of it, as it streams. */
  readonly text: string;
  /** What a builder reads. */
  readonly words: string;
  readonly actions: readonly WrittenAction[];
}

const demo = openDemo({ now: () => new Date('2026-05-20T12:00:00Z') });

/** What the demo assistant answers to a request about these files. */
export async function ask(
  request: string,
  files: Readonly<Record<string, string>> = {},
  more: Partial<BuildWorkspace> = {},
): Promise<Answer> {
  let text = '';
  const workspace = { appId: 'app', addedRows: [], appName: 'New app', request, files, previousFiles: null, errors: [], ...more };
  for await (const event of demo.streamChat({ messages: [{ role: 'user', content: request }], workspace })) {
    if (event.type === 'text') text += event.text;
  }
  const actions = [...text.matchAll(/<action ([^>]*)>\n([\s\S]*?)\n?<\/action>/g)].map(([, tag = '', content = '']) => {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    return {
      type: attribute('type') ?? '',
      file: attribute('file') ?? '',
      title: attribute('title') ?? '',
      app: attribute('app'),
      content,
    };
  });
  return { text, words: text.replace(/<action[\s\S]*?<\/action>/g, '').trim(), actions };
}

/** The files after the actions, as the chat makes them; throws when an edit has no place, or more than one. */
export function apply(files: Readonly<Record<string, string>>, { actions }: Answer): Record<string, string> {
  const next: Record<string, string> = { ...files };
  for (const { type, file, content } of actions) {
    if (type === 'delete_file') delete next[file];
    else if (type === 'edit_file') next[file] = edited(next[file] ?? '', content);
    else if (type === 'set_permissions')
      next[file] = JSON.stringify({ ...JSON.parse(next[file] ?? ''), 'x-accessControl': { permissions: JSON.parse(content) } });
    else if (type !== 'insert_records') next[file] = `${content}\n`;
  }
  return next;
}

function edited(text: string, content: string): string {
  const blocks = [...content.matchAll(/<<<<<<< SEARCH\n([\s\S]*?)\n=======\n([\s\S]*?)>>>>>>> REPLACE/g)];
  if (blocks.length === 0) throw new Error('An edit without blocks.');
  return blocks.reduce((result, [, search = '', replace = '']) => {
    const whole = `\n${result}\n`;
    const pieces = whole.split(`\n${search}\n`);
    if (pieces.length !== 2) throw new Error(`A search text is there ${pieces.length - 1} times: ${search}`);
    return `${pieces[0]}\n${replace}${pieces[1]}`.slice(1).replace(/\n$/, '');
  }, text);
}

/** The app after one request upon another. */
export async function built(...requests: readonly string[]): Promise<Record<string, string>> {
  let files: Record<string, string> = {};
  for (const request of requests) files = apply(files, await ask(request, files));
  return files;
}

interface Schema {
  readonly name: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly 'x-accessControl': { readonly permissions: { readonly read: string; readonly write: string } };
}

export function schemaOf(files: Readonly<Record<string, string>>, table: string): Schema {
  return JSON.parse(files[`entities/${table}.json`] ?? '') as Schema;
}

export function tablesOf(files: Readonly<Record<string, string>>): string[] {
  return Object.keys(files).flatMap((path) => /^entities\/(.+)\.json$/.exec(path)?.[1] ?? []);
}
