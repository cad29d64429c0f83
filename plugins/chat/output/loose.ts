import { ActionParser } from './parser.ts';
import { type ActionTag, isActionType, readTag } from './tag.ts';

/** An action that a model wrote in another format than it was asked for. */
export interface LooseAction {
  readonly tag: ActionTag;
  readonly content: string;
}

type Reader = (text: string) => LooseAction[];

/** A file of an app, as models name it: with a folder such as `src/` before it, and with an extension. */
const FOLDERS =
  'pages|components|services|entities|lib|hooks|contexts?|utils|data|types|functions|api|config|constants|store|assets|styles';
const PATH = `(?:\\.?/)?(?:src/)?((?:${FOLDERS})/(?:[\\w.-]+/){0,5}[\\w.-]*\\w|layout(?:\\.[jt]sx?)?|App(?:\\.[jt]sx?)?|globals\\.css)`;
const WHOLE_PATH = new RegExp(`^${PATH}$`, 'i');
/** In a line of prose: between quotes, backticks, asterisks or blanks. */
const PATH_IN_LINE = new RegExp(`(?:^|[\\s"'\`*(:=])${PATH}(?=$|[\\s"'\`*),:])`, 'i');
const FENCE = /^[ \t]*(`{3,}|~{3,})([^\n`]*)\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;
const SEARCH_BLOCK = /^<{5,9}\s*SEARCH\s*$/m;
const COMMENT = /^\s*(?:\/\/|\/\*|#|<!--|\{\/\*)\s*(.*?)\s*(?:\*\/\}?|-->)?\s*$/;
/** In characters. The search for closing tags takes quadratic time on hostile texts. */
const MAX_LENGTH = 60_000;

/**
 * The actions of an answer without any action of the right format: tags in code fences, tags named after the action, calls of tools as
 * XML or JSON, then code fences with a path. The first format that yields any action counts, since the formats nest.
 */
export function findLooseActions(text: string): LooseAction[] {
  if (text.length > MAX_LENGTH) return [];
  const readers: readonly Reader[] = [readFencedTags, readNamedTags, readParameters, readJson, readFences];
  for (const read of readers) {
    const found = read(text);
    if (found.length > 0) return found.every(({ tag }) => isOfApp(tag)) ? found : [];
  }
  return [];
}

/** Names a file or a table as an app has it: examples and files of other projects are no changes. */
function isOfApp({ type, file }: ActionTag): boolean {
  if (file === null) return type === 'import_entities';
  return WHOLE_PATH.test(file) || (/^\w+$/.test(file) && !type.endsWith('_file'));
}

function fencesOf(text: string): { readonly info: string; readonly body: string; readonly before: string }[] {
  return [...text.matchAll(FENCE)].map((match) => ({
    info: (match[2] ?? '').trim(),
    body: (match[3] ?? '').trimEnd(),
    before: text.slice(0, match.index).trimEnd().split('\n').at(-1) ?? '',
  }));
}

/** Fences that hold nothing but whole actions. */
const readFencedTags: Reader = (text) => fencesOf(text).flatMap(({ body }) => readTags(body) ?? []);

/** Null when there is anything else than whole actions. */
function readTags(text: string): LooseAction[] | null {
  const parser = new ActionParser();
  const found: { tag: ActionTag; content: string }[] = [];
  for (const event of [...parser.push(text), ...parser.end()]) {
    const last = found.at(-1);
    if (event.type === 'open') found.push({ tag: event.tag, content: '' });
    else if (event.type === 'content' && last !== undefined) last.content += event.text;
    else if (event.type === 'text' ? event.text.trim() !== '' : event.type !== 'close' || event.status !== 'complete') return null;
  }
  return found;
}

/** `<add_file path="pages/Home">…</add_file>` and `<file path="pages/Home">…</file>`. */
const readNamedTags: Reader = (text) =>
  [...text.matchAll(/^[ \t]*<([a-z]+(?:[_-][a-z]+)*)(\s[^>\n]*?)?>([\s\S]*?)<\/\1>/gim)].flatMap(
    ([, name = '', attributes = '', content = '']) => {
      const inner = partsOf(content);
      if (inner !== null) return make({ ...attributesOf(attributes), ...inner, type: typeOf(name) });
      return make({ ...attributesOf(attributes), content, type: typeOf(name) });
    },
  );

/** `<function=add_file><parameter=file>…` and `<invoke name="add_file"><parameter name="file">…`. */
const readParameters: Reader = (text) =>
  [...text.matchAll(/<(function|invoke)(?:=|\s+name=)"?([\w-]+)"?\s*>([\s\S]*?)<\/\1>/gi)].flatMap(([, , name = '', inner = '']) => {
    const given = [...inner.matchAll(/<parameter(?:=|\s+name=)"?(\w+)"?\s*>([\s\S]*?)<\/parameter>/gi)].map(([, key = '', value = '']) => {
      return [key.toLowerCase(), value.replace(/^\n|\n$/g, '')] as const;
    });
    return make({ ...Object.fromEntries(given), type: typeOf(name) });
  });

/** Calls as JSON: in tags, in fences, alone or after a mark such as `[TOOL_CALLS]`, or one on each line. */
const readJson: Reader = (text) => {
  const tagged = [...text.matchAll(/<(tool_calls?|function_calls?|actions?)>([\s\S]*?)<\/\1>/gi)].map(([, , body = '']) => body);
  const fenced = fencesOf(text).map(({ body }) => body);
  const alone = text.trim().replace(/^(?:\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call\|>|Action:)\s*/i, '');
  for (const sources of [tagged, fenced, [alone], text.split('\n')]) {
    const found = sources.flatMap((source) => callsOf(parse(source.trim())));
    if (found.length > 0) return found;
  }
  return [];
};

const NAME_FIELDS = ['name', 'tool', 'tool_name', 'action', 'type'];
const ARGUMENT_FIELDS = ['arguments', 'parameters', 'args', 'input', 'action_input'];
const LIST_FIELDS = ['actions', 'tool_calls', 'calls'];

function callsOf(value: unknown): LooseAction[] {
  if (Array.isArray(value)) return value.flatMap(callsOf);
  if (!isRecord(value)) return [];
  const list = LIST_FIELDS.map((field) => value[field]).find(Array.isArray);
  if (list !== undefined) return list.flatMap(callsOf);
  const files = value['files'];
  if (Array.isArray(files)) return files.filter(isRecord).flatMap((file) => make({ ...file, type: 'add_file' }));
  if (isRecord(value['function'])) return callsOf(value['function']);
  const named = NAME_FIELDS.find((field) => isActionType(typeOf(value[field])));
  if (named === undefined) return [];
  const given = ARGUMENT_FIELDS.map((field) => value[field]).find((each) => each !== undefined);
  const fields = typeof given === 'string' ? parse(given) : (given ?? { ...value, [named]: undefined });
  return isRecord(fields) ? make({ ...fields, type: typeOf(value[named]) }) : [];
}

/** Code fences with a path: in the line of the fence, in the line before it, or in a comment on the first line. */
const readFences: Reader = (text) =>
  fencesOf(text).flatMap(({ info, body, before }) => {
    const [first = '', ...rest] = body.split('\n');
    const comment = COMMENT.exec(first)?.[1];
    const fromComment = comment === undefined ? null : pathOf(comment);
    const bare = WHOLE_PATH.test(first.trim()) ? first.trim() : null;
    const file = pathOf(info) ?? fromComment ?? bare ?? pathOf(before);
    if (file === null) return [];
    const content = fromComment !== null || bare !== null ? rest.join('\n') : body;
    const type = SEARCH_BLOCK.test(content) ? 'edit_file' : /^(?:\.?\/)?(?:src\/)?entities\//.test(file) ? 'add_entity' : 'add_file';
    return make({ file, content, type });
  });

function pathOf(line: string): string | null {
  return PATH_IN_LINE.exec(line.replace(/^\w+:(?=\S)/, ''))?.[1] ?? null;
}

interface Given {
  readonly type: string;
  readonly [field: string]: unknown;
}

const FILE_FIELDS = ['file', 'path', 'file_path', 'filepath', 'filename', 'file_name', 'name', 'entity'];
const CONTENT_FIELDS = ['content', 'code', 'contents', 'text', 'schema', 'rows', 'records', 'permissions', 'diff'];

function make(given: Given): LooseAction[] {
  const file = firstOf(given, FILE_FIELDS);
  const content = firstOf(given, CONTENT_FIELDS) ?? editOf(given);
  const title = typeof given['title'] === 'string' ? ` title="${escapeAttribute(given['title'])}"` : '';
  const tag = readTag(`<action type="${given.type}"${title}${file === null ? '' : ` file="${escapeAttribute(withoutRoot(file))}"`}>`);
  if (tag === null || (content === null && tag.type !== 'delete_file' && tag.type !== 'read_file')) return [];
  if (file === null && tag.type !== 'import_entities') return [];
  return [{ tag, content: content ?? '' }];
}

/** Of the fields, the first that is given; what is no text as JSON. */
function firstOf(given: Given, fields: readonly string[]): string | null {
  const value = fields.map((field) => given[field]).find((each) => each !== undefined && each !== null);
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An edit given as two texts. */
function editOf(given: Given): string | null {
  const before = firstOf(given, ['search', 'old_string', 'old_str', 'old', 'find']);
  const after = firstOf(given, ['replace', 'new_string', 'new_str', 'new', 'replacement']);
  if (before === null || after === null) return null;
  return `<<<<<<< SEARCH\n${before}\n=======\n${after}\n>>>>>>> REPLACE`;
}

/** Other names of the same actions. */
const TYPES: Readonly<Record<string, string>> = {
  file: 'add_file',
  write: 'add_file',
  write_file: 'add_file',
  create_file: 'add_file',
  update_file: 'add_file',
  replace_in_file: 'edit_file',
  str_replace: 'edit_file',
  remove_file: 'delete_file',
  create_entity: 'add_entity',
};

function typeOf(name: unknown): string {
  if (typeof name !== 'string') return '';
  const type = name.toLowerCase().replaceAll('-', '_');
  return TYPES[type] ?? type;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', a, b]) => [name, a ?? b ?? '']),
  );
}

/** Fields as tags: `<path>pages/Home</path><content>…</content>`. Null without a path. */
function partsOf(content: string): Record<string, string> | null {
  const fields = [...content.matchAll(/<(path|file|content|diff|title)>\n?([\s\S]*?)\n?<\/\1>/gi)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  return fields.some(([name]) => name === 'path' || name === 'file') ? Object.fromEntries(fields) : null;
}

function withoutRoot(file: string): string {
  return file
    .trim()
    .replace(/^\.?\//, '')
    .replace(/^src\//, '');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function parse(text: string): unknown {
  if (!/^[[{]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
