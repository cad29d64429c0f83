import { readFile } from 'node:fs/promises';
import { init, parse } from 'cjs-module-lexer';
import { parseSync } from 'oxc-parser';

const MAX_FILES = 20;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** A module that exports all of a file's, if that is an ES module; null for others. */
export function esModuleWrapper(file: string, text: string): string | null {
  if (/\.(?:c[jt]s|json)$/.test(file)) return null;
  const lang = /\.[cm]?([jt]sx?)$/.exec(file)?.[1] as 'js' | undefined;
  const { module } = parseSync(file, text, { ...(lang && { lang }), sourceType: 'unambiguous' });
  if (!module.hasModuleSyntax && !/\.m[jt]s$/.test(file)) return null;
  const from = JSON.stringify(file);
  const hasDefault = module.staticExports.some(({ entries }) =>
    entries.some(({ exportName: { kind, name } }) => kind === 'Default' || name === 'default'),
  );
  return `export * from ${from};\n${hasDefault ? `export { default } from ${from};\n` : ''}`;
}

/**
 * The names that a CommonJS module exports, as Node finds them: by its syntax, without running it. `resolve` finds the file of what it passes
 * on.
 */
export async function commonJsNames(
  file: string,
  resolve: (specifier: string, from: string) => Promise<string | null>,
): Promise<readonly string[]> {
  await init();
  const names = new Set<string>();
  const files = new Set([file]);
  for (const path of files) {
    if (path.endsWith('.json') || files.size > MAX_FILES) continue;
    const { exports, reexports } = lexed(await readFile(path, 'utf8'));
    for (const name of exports) names.add(name);
    for (const specifier of reexports) {
      const target = await resolve(specifier, path);
      if (target !== null) files.add(target);
    }
  }
  for (const name of ['default', '__esModule']) names.delete(name);
  return [...names].filter((name) => NAME.test(name)).sort();
}

function lexed(text: string): { readonly exports: readonly string[]; readonly reexports: readonly string[] } {
  try {
    return parse(text);
  } catch {
    // An ES module, or syntax that the lexer does not know: its names are unknown.
    return { exports: [], reexports: [] };
  }
}

/** A module that exports a CommonJS module whole and by its names, which may be words of the language. */
export function commonJsWrapper(file: string, names: readonly string[]): string {
  const from = JSON.stringify(file);
  const parts = names.map((name, index) => `${name}: $${index}`);
  const exported = names.map((name, index) => `$${index} as ${name}`);
  return `import $whole from ${from};\nimport * as $all from ${from};\nexport default $whole;\nconst { ${parts.join(', ')} } = $all;\nexport { ${exported.join(', ')} };\n`;
}
