import { type ExportDefaultDeclaration, type ExportNamedDeclaration, type Node, type Program, parseSync } from 'oxc-parser';
import type { Outline } from './ref.ts';

const MAX_DECLARATION = 200;
const NOTHING: Outline = { signature: null, imports: [] };

/** The outlines of an app's files by their paths. For compiler processes: `onFile` names the file that ended one. */
export function outlinesOf(files: Readonly<Record<string, string>>, onFile: (path: string) => void): Record<string, Outline> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      onFile(path);
      return [path, outlineOf(path, text)];
    }),
  );
}

/** A file that does not parse has none. */
function outlineOf(path: string, text: string): Outline {
  if (path.startsWith('entities/')) return { signature: describeTable(text), imports: [] };
  if (/\.(?:css|json|svg|png|jpe?g|gif|webp|avif|ico)$/.test(path)) return NOTHING;
  for (const lang of ['tsx', 'ts'] as const) {
    const { program, module, errors } = parseSync(`${path}.${lang}`, text, { lang, sourceType: 'module' });
    if (errors.some(({ severity }) => severity === 'Error')) continue;
    const imports = module.staticImports.flatMap(({ moduleRequest }) => pathsOf(moduleRequest.value, path));
    return { signature: describeCode(program, text), imports };
  }
  return NOTHING;
}

/** `@/components/Card` and `../components/Card` are the file `components/Card` or its index, `@/entities/Habit` is `entities/Habit.json`. */
function pathsOf(specifier: string, importer: string): string[] {
  const path = specifier.startsWith('@/') ? specifier.slice(2) : specifier.startsWith('.') ? joined(specifier, importer) : undefined;
  if (path === undefined) return [];
  if (path.startsWith('entities/')) return [`${path.replace(/\.json$/, '')}.json`];
  const plain = path.replace(/\.(?:tsx|jsx|ts|js)$/, '');
  return [plain, `${plain}/index`];
}

function joined(specifier: string, importer: string): string {
  const parts = importer.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function describeCode(program: Program, text: string): string | null {
  const lines = program.body.flatMap((node) => {
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') return [declaration(node, text)];
    if (node.type === 'ExportDefaultDeclaration') return [`export default ${head(node.declaration, text)}`];
    return node.type === 'ExportNamedDeclaration' ? [describeExport(node, text)] : [];
  });
  return lines.length === 0 ? null : lines.join('\n');
}

function describeExport(node: ExportNamedDeclaration, text: string): string {
  return node.declaration === null ? declaration(node, text) : `export ${head(node.declaration, text)}`;
}

type Exported = NonNullable<ExportNamedDeclaration['declaration']> | ExportDefaultDeclaration['declaration'];

/** A function without its body; of a value, the names and types. */
function head(node: Exported, text: string): string {
  if (node.type === 'VariableDeclaration') {
    const names = node.declarations.map(({ id, init }) =>
      init === null ? textOf(id, text) : `${textOf(id, text)}${parameters(init, text)}`,
    );
    return `${node.kind} ${names.join(', ')}`;
  }
  if ('body' in node && node.body !== null) return shorten(text.slice(node.start, node.body.start));
  return declaration(node, text);
}

function parameters(node: Node, text: string): string {
  if (node.type !== 'ArrowFunctionExpression') return '';
  return ` = ${shorten(text.slice(node.start, node.body.start))}`;
}

function declaration(node: Node, text: string): string {
  return shorten(textOf(node, text));
}

function textOf({ start, end }: Node, text: string): string {
  return text.slice(start, end);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_DECLARATION ? `${line.slice(0, MAX_DECLARATION - 1)}…` : line;
}

/** The fields of a table with their types, such as `title: string, due: date`. */
function describeTable(text: string): string | null {
  const properties = readProperties(text);
  if (properties === null) return null;
  return Object.entries(properties)
    .map(([name, property]) => `${name}: ${typeOf(property)}`)
    .join(', ');
}

function readProperties(text: string): Record<string, unknown> | null {
  try {
    const { properties } = JSON.parse(text) as { properties?: unknown };
    return typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function typeOf(property: unknown): string {
  const { type, format, enum: options, 'x-reference': reference } = (property ?? {}) as Record<string, unknown>;
  if (typeof reference === 'string') return `id of ${reference}`;
  if (Array.isArray(options)) return shorten(options.map((option) => JSON.stringify(option)).join(' | '));
  return [format, type].find((word) => typeof word === 'string') ?? 'any';
}
