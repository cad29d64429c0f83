import { tsxLanguage } from '@codemirror/lang-javascript';
import { fileOf } from '../operations/renameImports.ts';

type SyntaxNode = ReturnType<typeof tsxLanguage.parser.parse>['topNode'];

/** A place in the app's files; line and column from 1. */
export interface Definition {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

interface Spot {
  readonly files: ReadonlyMap<string, string>;
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

/** Where the name, the import or the page link at an offset is defined in the app; null for packages and the unknown. */
export function definitionAt({ files, path, text, offset }: Spot): Definition | null {
  const tree = tsxLanguage.parser.parse(text);
  const after = tree.resolveInner(offset, 1);
  // A cursor at the end of a name belongs to the name.
  const node = /^[\w$'"]/.test(text.slice(offset, offset + 1)) ? after : tree.resolveInner(offset, -1);
  const content = text.slice(node.from, node.to);
  if (node.name === 'String')
    return ofString(files, { path, content: content.slice(1, -1), isImport: node.parent?.name === 'ImportDeclaration' });
  if (!/^[\w$]+$/.test(content)) return null;
  const imported = importsOf(tree.topNode, text).find(({ local }) => local === content);
  if (imported !== undefined) return ofImport(files, path, imported);
  const local = declarationOf(tree.topNode, text, { name: content, before: node.from });
  return local === null ? null : { path, ...positionOf(text, local) };
}

interface ImportedName {
  readonly local: string;
  /** `default`, `*`, or the exported name. */
  readonly exported: string;
  readonly specifier: string;
}

function importsOf(top: SyntaxNode, text: string): ImportedName[] {
  return top.getChildren('ImportDeclaration').flatMap((declaration) => {
    const source = declaration.getChild('String');
    if (source === null) return [];
    const specifier = text.slice(source.from + 1, source.to - 1);
    const clause = text
      .slice(declaration.from, source.from)
      .replace(/^import\s+(?:type\s+)?/, '')
      .replace(/\s*from\s*$/, '');
    const [, outer = '', inner = ''] = /^([^{]*)(?:\{([^}]*)\})?/.exec(clause) ?? [];
    const whole = outer.split(',').flatMap((part) => {
      const [, star, local] = /^\s*(\*\s*as\s+)?([\w$]+)\s*$/.exec(part) ?? [];
      return local === undefined ? [] : { local, exported: star === undefined ? 'default' : '*', specifier };
    });
    const named = inner.split(',').flatMap((part) => {
      const [, exported, local] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      return exported === undefined ? [] : { local: local ?? exported, exported, specifier };
    });
    return [...whole, ...named];
  });
}

function ofImport(files: Spot['files'], importer: string, { specifier, exported }: ImportedName): Definition | null {
  const target = fileOf(specifier, importer);
  if (target === null) return null;
  if (target === 'entities/all') return start(files, `entities/${exported}.json`);
  if (target.startsWith('entities/')) return start(files, `${target}.json`);
  const path = files.has(target) ? target : `${target}/index`;
  const text = files.get(path);
  if (text === undefined) return null;
  const top = tsxLanguage.parser.parse(text).topNode;
  const from = exported === 'default' ? defaultExportOf(top, text) : declarationOf(top, text, { name: exported, before: text.length });
  return { path, ...positionOf(text, from ?? 0) };
}

function ofString(
  files: Spot['files'],
  { path, content, isImport }: { path: string; content: string; isImport: boolean },
): Definition | null {
  if (!isImport) return start(files, `pages/${content.split(/[?#]/)[0]}`);
  const target = fileOf(content, path);
  return target === null ? null : (start(files, target) ?? start(files, `${target}/index`) ?? start(files, `${target}.json`));
}

const start = (files: Spot['files'], path: string): Definition | null => (files.has(path) ? { path, line: 1, column: 1 } : null);

function defaultExportOf(top: SyntaxNode, text: string): number | null {
  const found = top.getChildren('ExportDeclaration').find(({ from, to }) => /^export\s+default\b/.test(text.slice(from, to)));
  if (found === undefined) return null;
  const [, name] = /^export\s+default\s+([\w$]+)\s*;?\s*$/.exec(text.slice(found.from, found.to)) ?? [];
  return (name === undefined ? null : declarationOf(top, text, { name, before: text.length })) ?? found.from;
}

const DEFINITIONS = ['VariableDefinition', 'TypeDefinition'];

/** The last declaration of a name before an offset, else the first one after it. */
function declarationOf(top: SyntaxNode, text: string, { name, before }: { readonly name: string; readonly before: number }): number | null {
  const found: number[] = [];
  top.cursor().iterate((node) => {
    if (DEFINITIONS.includes(node.name) && text.slice(node.from, node.to) === name) found.push(node.from);
  });
  return found.findLast((from) => from <= before) ?? found[0] ?? null;
}

/** Line and column of an offset, from 1. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
