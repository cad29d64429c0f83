import { nodesOf, type Source } from '../codemods/source.ts';
import type { Inspection } from '../ref.ts';
import type { ParsedApp } from './detector.ts';
import { undefinedNames } from './undefined-name.ts';

/** Modules whose exports are known by name, the first that has it wins; then the kit and the blocks; icons last. */
const FIRST_MODULES: readonly string[] = ['react', 'react-router-dom', '@/utils', 'sonner', '@/lib/utils'];
const ICONS = 'lucide-react';

interface ImportLine {
  readonly from: string;
  readonly isDefault: boolean;
}

/** Repairs that have one possible answer: missing imports, imports in the wrong case, a missing default export. */
export function repairApp(app: ParsedApp): Pick<Inspection, 'repaired' | 'fixes'> {
  const repaired: Record<string, string> = {};
  const fixes: Record<string, number> = {};
  for (const source of app.sources) {
    const count = addImports(source, app) + correctCase(source, app) + addDefaultExport(source);
    if (count === 0) continue;
    repaired[source.path] = source.edits.toString();
    fixes[source.path] = count;
  }
  return { repaired, fixes };
}

function addImports(source: Source, app: ParsedApp): number {
  const lines = [...undefinedNames(source).keys()].flatMap((name) => {
    const found = originOf(name, source.path, app);
    return found === null ? [] : `import ${found.isDefault ? name : `{ ${name} }`} from '${found.from}';\n`;
  });
  if (lines.length > 0) source.edits.prependLeft(source.program.body[0]?.start ?? 0, lines.join(''));
  return lines.length;
}

/** Where a name comes from; null when that is unknown. */
function originOf(name: string, path: string, { files, exports }: ParsedApp): ImportLine | null {
  if (files[`components/${name}`] !== undefined && path !== `components/${name}`) return { from: `@/components/${name}`, isDefault: true };
  const components = Object.keys(exports).filter((from) => /^@\/(?:components\/(?:ui|blocks)|hooks)\//.test(from));
  const from = [...FIRST_MODULES, ...components, ICONS].find((module) => exports[module]?.includes(name));
  return from === undefined ? null : { from, isDefault: false };
}

/** `@/components/card` for `@/components/Card`, when exactly one module differs by case only. */
function correctCase(source: Source, { files, exports }: ParsedApp): number {
  let count = 0;
  const known = [...Object.keys(files).map((path) => `@/${path.replace(/\.json$/, '')}`), ...Object.keys(exports)];
  for (const { source: literal } of nodesOf(source, 'ImportDeclaration')) {
    const from = literal.value;
    if (!from.startsWith('@/') || known.includes(from) || from.startsWith('@/entities')) continue;
    const [match, ...others] = known.filter((one) => one.toLowerCase() === from.toLowerCase());
    if (match === undefined || others.length > 0) continue;
    source.edits.overwrite(literal.start + 1, literal.end - 1, match);
    count += 1;
  }
  return count;
}

/** Exports the only component of a page, a component file or the layout. */
function addDefaultExport(source: Source): number {
  if (!/^(?:pages|components)\/|^layout$/.test(source.path)) return 0;
  const { body } = source.program;
  const isExported = body.some(
    (node) => node.type === 'ExportDefaultDeclaration' || (node.type === 'ExportNamedDeclaration' && source.path.startsWith('components/')),
  );
  const names = body.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declaration?.type === 'FunctionDeclaration') return declaration.id?.name ?? [];
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') ? id.name : [],
    );
  });
  const [name, ...others] = names.filter((one) => /^[A-Z]/.test(one));
  if (isExported || name === undefined || others.length > 0 || source.text.includes(' as default')) return 0;
  source.edits.append(`${source.text.endsWith('\n') ? '' : '\n'}\nexport default ${name};\n`);
  return 1;
}
