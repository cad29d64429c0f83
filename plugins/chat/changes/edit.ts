/** A search/replace block of an `edit_file`. */
interface Block {
  readonly search: readonly string[];
  readonly replace: readonly string[];
}

/** Why an edit failed, in one sentence for the builder and for the model that repairs it. */
export class EditFailed extends Error {}

const SEARCH = /^<{5,9}\s*SEARCH\s*$/;
const MIDDLE = /^={5,9}\s*$/;
const REPLACE = /^>{5,9}\s*REPLACE\s*$/;

/** Applies all blocks in order; throws `EditFailed` when one does not match exactly once. */
export function applyEdit(text: string, content: string): string {
  const blocks = readBlocks(content);
  if (blocks.length === 0) throw new EditFailed('The edit has no search and replace blocks.');
  return blocks.reduce((result, block, index) => applyBlock(result, block, index + 1), text.replaceAll('\r\n', '\n'));
}

function readBlocks(content: string): Block[] {
  const blocks: Block[] = [];
  let search: string[] | null = null;
  let replace: string[] | null = null;
  for (const line of content.replaceAll('\r\n', '\n').split('\n')) {
    if (search === null && SEARCH.test(line)) {
      search = [];
    } else if (search !== null && replace === null && MIDDLE.test(line)) {
      replace = [];
    } else if (search !== null && replace !== null && REPLACE.test(line)) {
      blocks.push({ search, replace });
      search = null;
      replace = null;
    } else if (replace !== null) {
      replace.push(line);
    } else if (search !== null) {
      search.push(line);
    }
  }
  if (search !== null) throw new EditFailed(`Search and replace block ${blocks.length + 1} has no end.`);
  return blocks;
}

function applyBlock(text: string, block: Block, number: number): string {
  if (block.search.every((line) => line.trim() === '')) throw new EditFailed(`The search text of block ${number} is empty.`);
  const lines = text.split('\n');
  const whole = findLines(lines, block.search, (line) => line);
  if (whole.length === 1) return replaceLines(lines, whole[0] ?? 0, block, block.replace);
  if (whole.length > 1) throw tooMany(number, whole.length);
  const inLine = block.search.length === 1 ? replaceInLine(text, block, number) : null;
  if (inLine !== null) return inLine;
  // Models misquote white space more often than anything else: the second pass ignores it.
  const loose = findLines(lines, block.search, (line) => line.trim().replace(/\s+/g, ' '));
  if (loose.length > 1) throw tooMany(number, loose.length);
  const [at] = loose;
  if (at === undefined) throw new EditFailed(`The search text of block ${number} is not in the file: "${firstLine(block.search)}".`);
  return replaceLines(lines, at, block, reindent(block, lines.slice(at, at + block.search.length)));
}

function findLines(lines: readonly string[], search: readonly string[], key: (line: string) => string): number[] {
  const keys = lines.map(key);
  const wanted = search.map(key);
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= keys.length; at += 1) {
    if (wanted.every((line, index) => keys[at + index] === line)) found.push(at);
  }
  return found;
}

function replaceLines(lines: readonly string[], at: number, block: Block, replacement: readonly string[]): string {
  return [...lines.slice(0, at), ...replacement, ...lines.slice(at + block.search.length)].join('\n');
}

/** A search text of one line may match within a line. */
function replaceInLine(text: string, block: Block, number: number): string | null {
  const [wanted = ''] = block.search;
  const count = text.split(wanted).length - 1;
  if (count === 0) return null;
  if (count > 1) throw tooMany(number, count);
  const at = text.indexOf(wanted);
  return text.slice(0, at) + block.replace.join('\n') + text.slice(at + wanted.length);
}

/** Indents the replacement by the difference between the search text and the file. */
function reindent({ search, replace }: Block, found: readonly string[]): string[] {
  const index = search.findIndex((line) => line.trim() !== '');
  const written = indentOf(search[index] ?? '');
  const real = indentOf(found[index] ?? '');
  return replace.map((line) => {
    if (line.trim() === '') return line;
    return line.startsWith(written) ? real + line.slice(written.length) : line;
  });
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}

function firstLine(lines: readonly string[]): string {
  return (lines.find((line) => line.trim() !== '') ?? '').trim().slice(0, 80);
}

function tooMany(number: number, count: number): EditFailed {
  return new EditFailed(`The search text of block ${number} is in the file ${count} times; it has to be there exactly once.`);
}
