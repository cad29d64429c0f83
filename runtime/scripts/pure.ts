import MagicString from 'magic-string';
import { type ParserOptions, parseSync } from 'oxc-parser';
import type { Plugin } from 'rolldown';

type Lang = NonNullable<ParserOptions['lang']>;
type Statement = ReturnType<typeof parseSync>['program']['body'][number];
type Specifier = Extract<Statement, { type: 'ImportDeclaration' }>['specifiers'][number];
type Expression = NonNullable<Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number]['init']>;

const PURE = '/* @__PURE__ */ ';
/** Package → its functions that return a value and change nothing; a namespace import has them as members. */
const PURE_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  react: ['createContext', 'forwardRef', 'memo', 'lazy'],
  'class-variance-authority': ['cva'],
};
const PURE_CLASSES = ['Set', 'Map', 'WeakMap', 'URL', 'TextEncoder'];
/** What the router does for its framework mode only, in which no generated app runs. Without it, links need a third of their code. */
const FRAMEWORK_ONLY = ['PrefetchPageLinks'];

/**
 * States what bundlers cannot know: contexts, `forwardRef` components and variants that nothing uses can be dropped. Icons are a call and a
 * bare property read each; the router comes as one file, of which an app uses a quarter.
 */
export function pureStatements(): Plugin {
  return {
    name: 'pure-statements',
    transform(code, id) {
      if (id.includes('/lucide-react/'))
        return code.replaceAll('= createLucideIcon(', `= ${PURE}createLucideIcon(`).replace(/^__iconData\.node;$/m, '');
      const isRouter = id.includes('/react-router/');
      if (!isRouter && !/\b(?:createContext|forwardRef|memo|lazy|cva)\(/.test(code)) return null;
      return markPure(code, id, isRouter);
    },
    // CommonJS packages inside others: what nothing uses of them need not run.
    renderChunk: (code) => code.replace(/^(var \w+ = )((?:\w*__toESM\w*\()?)(require_\w+\()/gm, asPureRequire),
  };
}

function asPureRequire(_all: string, variable: string, interop: string, call: string): string {
  return `${variable}${interop && PURE + interop}${PURE}${call}`;
}

function markPure(code: string, id: string, isRouter: boolean): string {
  const { program } = parseSync(id, code, { lang: langOf(id), sourceType: 'module' });
  const edits = new MagicString(code);
  const functions = pureNames(program.body);
  for (const statement of program.body) {
    for (const value of valuesOf(statement)) if (isPure(value, code, functions)) edits.appendLeft(value.start, PURE);
    if (isRouter) dropFramework(statement, edits);
  }
  if (isRouter) wrapClasses(program.body, edits);
  return edits.toString();
}

function langOf(id: string): Lang {
  const [, lang = 'js'] = /\.(tsx|ts|jsx)$/.exec(id) ?? [];
  return lang as Lang;
}

/** The texts by which a module calls the pure functions it imports. */
function pureNames(body: readonly Statement[]): ReadonlySet<string> {
  const imports = body.flatMap((statement) => (statement.type === 'ImportDeclaration' ? statement : []));
  return new Set(
    imports.flatMap(({ source, specifiers }) => specifiers.flatMap((one) => callsOf(one, PURE_FUNCTIONS[source.value] ?? []))),
  );
}

function callsOf(specifier: Specifier, pure: readonly string[]): readonly string[] {
  if (specifier.type !== 'ImportSpecifier') return pure.map((name) => `${specifier.local.name}.${name}`);
  const { imported, local } = specifier;
  return imported.type === 'Identifier' && pure.includes(imported.name) ? [local.name] : [];
}

/** The values of a top-level statement's variables. */
function valuesOf(statement: Statement): readonly Expression[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations.flatMap(({ init }) => init ?? []) : [];
}

function isPure(value: Expression, code: string, functions: ReadonlySet<string>): boolean {
  if (value.type !== 'CallExpression' && value.type !== 'NewExpression') return false;
  const callee = code.slice(value.callee.start, value.callee.end);
  return value.type === 'CallExpression' ? functions.has(callee) : PURE_CLASSES.includes(callee);
}

/** Names for developer tools would keep the components that have them; the stubs keep their callers. */
function dropFramework(statement: Statement, edits: MagicString): void {
  if (assignmentTo(statement, 'displayName') !== null) edits.remove(statement.start, statement.end);
  if (statement.type !== 'FunctionDeclaration' || !FRAMEWORK_ONLY.includes(statement.id?.name ?? '') || !statement.body) return;
  edits.overwrite(statement.body.start, statement.body.end, '{ return null; }');
}

/** Classes that extend an imported one, with the context that is assigned to them afterwards. */
function wrapClasses(body: readonly Statement[], edits: MagicString): void {
  for (const statement of body) {
    const [value] = valuesOf(statement);
    if (value?.type !== 'ClassExpression' || statement.type !== 'VariableDeclaration') continue;
    const [{ id } = { id: null }] = statement.declarations;
    const assignment = body.find((other) => id?.type === 'Identifier' && assignmentTo(other, 'contextType') === id.name);
    if (assignment?.type === 'ExpressionStatement' && assignment.expression.type === 'AssignmentExpression') {
      const { start, end } = assignment.expression.right;
      edits.appendLeft(value.body.start + 1, ` static contextType = ${edits.original.slice(start, end)};`);
      edits.remove(assignment.start, assignment.end);
    }
    edits.appendLeft(value.start, `${PURE}(() => `).appendRight(value.end, ')()');
  }
}

/** `Name` of a statement `Name.property = …`. */
function assignmentTo(statement: Statement, property: string): string | null {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return null;
  const { left } = statement.expression;
  if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier' || left.property.name !== property) return null;
  return left.object.type === 'Identifier' ? left.object.name : null;
}
