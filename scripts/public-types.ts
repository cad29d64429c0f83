import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { parseSync, type Span, type Statement } from 'oxc-parser';
import { compile } from './compile.ts';

const CORE = join(import.meta.dirname, '..', 'core');
const ENTRIES = {
  '@sayso/core': 'contract/index',
  '@sayso/core/confined': 'confined/index',
  '@sayso/core/queues': 'queues/index',
  '@sayso/core/rules': 'rules/index',
  '@sayso/core/testing': 'testing/index',
};

/** All types reachable from the exports of the packed `@sayso/core`, with their documentation, as Markdown. */
export function publicTypes(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sayso-types-'));
  try {
    const parameters = ['-p', join(CORE, 'tsconfig.pack.json'), '--emitDeclarationOnly', '--outDir', directory];
    compile(parameters);
    const modules = new Modules(directory);
    const sections = Object.entries(ENTRIES).map(([name, file]) => `## ${name}\n\n\`\`\`ts\n${modules.print(`${file}.d.ts`)}\n\`\`\`\n`);
    return `# Public types\n\nPrinted by \`npm run schema -- --write\`: a change here is a change for authors of plugins.\n\n${sections.join('\n')}`;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A name in a module: declared in it, or imported. */
type StatementOf<Type extends Statement['type']> = Extract<Statement, { readonly type: Type }>;

type Binding = { readonly statement: number } | { readonly from: string; readonly name: string };

interface Module {
  readonly file: string;
  readonly source: string;
  readonly statements: readonly Statement[];
  readonly names: ReadonlyMap<string, Binding>;
  /** Modules of `export *`. */
  readonly all: readonly string[];
}

/** Declaration files; prints each statement reachable from an entry once. */
class Modules {
  readonly #directory: string;
  readonly #modules = new Map<string, Module>();
  readonly #printed = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  print(entry: string): string {
    const reached = new Map<Module, Set<number>>();
    this.#reachAll(entry, reached);
    return [...reached]
      .map(([module, statements]) => {
        const texts = [...statements].sort((a, b) => a - b).map((index) => textOf(module, index));
        return [`// ${module.file.replace(/\.d\.ts$/, '.ts')}`, ...texts].join('\n');
      })
      .join('\n\n');
  }

  #reachAll(file: string, reached: Map<Module, Set<number>>): void {
    const module = this.#read(file);
    for (const other of module.all) this.#reachAll(other, reached);
    module.statements.forEach((statement, index) => {
      if (statement.type === 'TSModuleDeclaration' || isExport(statement)) this.#reach(module, index, reached);
    });
  }

  #reach(module: Module, index: number, reached: Map<Module, Set<number>>): void {
    const key = `${module.file}:${index}`;
    if (this.#printed.has(key)) return;
    this.#printed.add(key);
    reached.set(module, (reached.get(module) ?? new Set()).add(index));
    for (const name of namesIn(module.statements[index])) this.#reachName(module, name, reached);
  }

  #reachName(module: Module, name: string, reached: Map<Module, Set<number>>): void {
    const binding = module.names.get(name);
    if (binding === undefined) {
      for (const other of module.all) this.#reachName(this.#read(other), name, reached);
    } else if ('statement' in binding) this.#reach(module, binding.statement, reached);
    else this.#reachName(this.#read(binding.from), binding.name, reached);
  }

  #read(file: string): Module {
    const known = this.#modules.get(file);
    if (known) return known;
    const source = readFileSync(join(this.#directory, file), 'utf8');
    const statements = parseSync(file, source).program.body;
    const module = { file, source, statements, ...bindingsOf(file, statements) };
    this.#modules.set(file, module);
    return module;
  }
}

const isExport = (statement: Statement): boolean => statement.type === 'ExportNamedDeclaration';

/** The declaration file of a relative specifier; null for a package. */
function target(from: string, specifier: string): string | null {
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)).replace(/\.[tj]s$/, '.d.ts') : null;
}

function bindingsOf(file: string, statements: readonly Statement[]): Pick<Module, 'names' | 'all'> {
  const names = statements.flatMap((statement, index) => [...bindingsIn(file, statement, index)]);
  const all = statements.flatMap((one) => (one.type === 'ExportAllDeclaration' ? (target(file, one.source.value) ?? []) : []));
  return { names: new Map(names), all };
}

/** The names that a statement declares, imports or exports from another module. */
function* bindingsIn(file: string, statement: Statement, index: number): Generator<[name: string, Binding]> {
  if (statement.type === 'ExportAllDeclaration') return;
  if (statement.type === 'ImportDeclaration') yield* importsIn(file, statement, index);
  else if (statement.type === 'ExportNamedDeclaration' && statement.source) yield* exportsFrom(file, statement, statement.source.value);
  else {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    for (const name of declaredBy(declared)) yield [name, { statement: index }];
  }
}

function* importsIn(file: string, { source, specifiers }: StatementOf<'ImportDeclaration'>, index: number): Generator<[string, Binding]> {
  const from = target(file, source.value);
  for (const specifier of specifiers) {
    const name = specifier.type === 'ImportSpecifier' && 'name' in specifier.imported ? specifier.imported.name : 'default';
    yield [specifier.local.name, from === null ? { statement: index } : { from, name }];
  }
}

function* exportsFrom(file: string, { specifiers }: StatementOf<'ExportNamedDeclaration'>, source: string): Generator<[string, Binding]> {
  const from = target(file, source);
  for (const { local, exported } of specifiers)
    if (from !== null && 'name' in local && 'name' in exported) yield [exported.name, { from, name: local.name }];
}

function declaredBy(declaration: unknown): string[] {
  const { id, declarations } = (declaration ?? {}) as { id?: { name?: string } | null; declarations?: { id: { name?: string } }[] };
  return [id, ...(declarations ?? []).map((one) => one.id)].flatMap((one) => (one?.name === undefined ? [] : [one.name]));
}

/** All identifiers in a node, including member names: callers ignore unbound ones. */
function namesIn(node: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, name } = value as { type?: string; name?: unknown };
    if (type === 'Identifier' && typeof name === 'string') names.add(name);
    for (const child of Object.values(value)) visit(child);
  };
  visit(node);
  return names;
}

/** A statement with the comments before it. */
function textOf({ statements, source }: Module, index: number): string {
  const before = statements[index - 1] as Span | undefined;
  const statement = statements[index] as Span | undefined;
  return source.slice(before?.end ?? 0, statement?.end ?? 0).trim();
}
