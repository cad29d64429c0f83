type Piece = string | number | false | null | undefined | readonly Piece[];

/**
 * Source text with the indentation of the template taken off. A value that stands alone on its line is indented like it, line by line;
 * an empty one takes its line with it.
 */
export function code(strings: TemplateStringsArray, ...values: readonly Piece[]): string {
  const marks = strings.raw.map((text, index) => (index < values.length ? `${text}\uE000${index}\uE000` : text)).join('');
  const lines = marks
    .replace(/^\n/, '')
    .replace(/\n[ \t]*$/, '\n')
    .split('\n');
  const margin = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length));
  return lines.flatMap((line) => expand(line.slice(margin), values)).join('\n');
}

function expand(line: string, values: readonly Piece[]): string[] {
  const alone = /^(\s*)\uE000(\d+)\uE000(,?)$/.exec(line);
  if (alone) {
    const text = textOf(values[Number(alone[2])]);
    if (text === '') return [];
    return `${text}${alone[3]}`.split('\n').map((part) => (part === '' ? '' : `${alone[1]}${part}`));
  }
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return [line.replace(/\uE000(\d+)\uE000/g, (_, index) => textOf(values[Number(index)]).replace(/\n/g, `\n${indent}`))];
}

function textOf(value: Piece): string {
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value).replace(/\n$/, '');
  return value
    .map((part) => textOf(part))
    .filter((text) => text !== '')
    .join('\n');
}

/** `'text'` as a string literal of the generated code. */
export function quote(text: string): string {
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
}

/** Import lines of one file, gathered while it is written. */
export class Imports {
  readonly #modules = new Map<string, { default: string | null; names: Set<string> }>();

  add(from: string, ...names: readonly string[]): this {
    if (names.length === 0) return this;
    const entry = this.#entry(from);
    for (const name of names) entry.names.add(name);
    return this;
  }

  addDefault(from: string, name: string): this {
    this.#entry(from).default = name;
    return this;
  }

  /** Packages first, then the app's own, each by name. */
  toString(): string {
    const own = (from: string) => from.startsWith('@/');
    return [...this.#modules]
      .sort(([a], [b]) => Number(own(a)) - Number(own(b)) || (a < b ? -1 : 1))
      .map(([from, entry]) => {
        const names = entry.names.size > 0 ? `{ ${[...entry.names].sort().join(', ')} }` : '';
        return `import ${[entry.default, names].filter(Boolean).join(', ')} from '${from}';`;
      })
      .join('\n');
  }

  #entry(from: string) {
    const entry = this.#modules.get(from) ?? { default: null, names: new Set<string>() };
    this.#modules.set(from, entry);
    return entry;
  }
}
