import { type Program, parseSync, type StaticImport, Visitor, type VisitorObject } from 'oxc-parser';
import { type Files, isCode, isServerFunction } from '../compile/sources.ts';

/**
 * The specifiers that the code of an app imports, by file: of `import`, `export … from`, `import()` and `require`, from the syntax, since words
 * of texts and SQL look like imports. Imports of types alone are left out, as are files that do not parse. For compiler processes: `onFile`
 * names the file that ended one.
 */
export function specifiersOf(files: Files, onFile: (path: string) => void): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      if (!isCode(path) && !isServerFunction(path)) return [];
      onFile(path);
      return [[path, importedIn(text)]];
    }),
  );
}

function importedIn(text: string): readonly string[] {
  for (const lang of ['tsx', 'ts'] as const) {
    const { program, module, errors } = parseSync(`file.${lang}`, text, { lang, sourceType: 'module' });
    if (errors.some(({ severity }) => severity === 'Error')) continue;
    const found = new Set(module.staticImports.filter(isUsed).map(({ moduleRequest }) => moduleRequest.value));
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, isType } of entries) if (moduleRequest !== null && !isType) found.add(moduleRequest.value);
    const add = (node: unknown) => {
      const value = (node as { readonly value?: unknown } | undefined)?.value;
      if (typeof value === 'string') found.add(value);
    };
    calls(program, add);
    return [...found];
  }
  return [];
}

/** Whether an import runs its module: one without names does. */
const isUsed = ({ entries }: StaticImport): boolean => entries.length === 0 || entries.some(({ isType }) => !isType);

/** Calls `add` with the first argument of each `import()` and `require()`. */
function calls(program: Program, add: (specifier: unknown) => void): void {
  const onImport: VisitorObject['ImportExpression'] = ({ source }) => add(source);
  const onCall: VisitorObject['CallExpression'] = ({ callee, arguments: given }) => {
    if (callee.type === 'Identifier' && callee.name === 'require') add(given[0]);
  };
  new Visitor(
    Object.fromEntries([
      ['ImportExpression', onImport],
      ['CallExpression', onCall],
    ]),
  ).visit(program);
}
