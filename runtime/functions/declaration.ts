import { tableName } from '@sayso/core';
import { type Expression, parseSync, type SpreadElement } from 'oxc-parser';
import { type Files, isServerFunction } from '../compile/sources.ts';
import type { FunctionDeclaration, OwnDeclaration } from '../ref.ts';
import { CalledHosts } from './hosts.ts';

type Literal = string | number | boolean | readonly Literal[];

/** `Deno.env.get('KEY')` and `env.KEY`. */
const VARIABLE = /\benv\.(?:get\(\s*['"`]([A-Za-z_]\w{0,63})['"`]|([A-Z][A-Z\d_]{0,63})\b)/g;
const MAX_HOSTS = 20;
const CHANGES = ['created', 'updated', 'deleted'] as const;

/** What the server functions among the files ask for, by their paths, with the servers that their code names. For compiler processes: `onFile` names the file that ended one. */
export function readDeclarations(files: Files, onFile: (path: string) => void): Record<string, FunctionDeclaration> {
  const called = new CalledHosts(files, onFile);
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      if (!isServerFunction(path)) return [];
      onFile(path);
      const declared = readDeclaration(text);
      const hosts = [...new Set([...declared.hosts, ...called.of(path)])].slice(0, MAX_HOSTS);
      return [[path, { ...declared, hosts, files: called.filesOf(path) }]];
    }),
  );
}

/**
 * What a server function asks for, from its exported constants: `schedule` (cron), `timeZone`, `on` (`['Order.created']`), `asApp` and
 * `hosts`, and which variables it reads. They are read from the syntax, so that no code of the app runs for it; anything but a literal is ignored.
 */
export function readDeclaration(text: string): OwnDeclaration {
  const constants = exportedConstants(text);
  const schedule = constants.get('schedule');
  const timeZone = constants.get('timeZone');
  return {
    schedule: typeof schedule === 'string' ? schedule : null,
    timeZone: typeof timeZone === 'string' ? timeZone : 'UTC',
    on: texts(constants.get('on')).flatMap(rowChange),
    asApp: constants.get('asApp') === true,
    hosts: texts(constants.get('hosts')),
    variables: [...new Set([...text.matchAll(VARIABLE)].map(([, called, read]) => called ?? read ?? ''))].slice(0, 20),
  };
}

function rowChange(text: string): FunctionDeclaration['on'] {
  const [, entity, change] = /^(\w{1,64}(?:\.\w{1,64}){0,4})\.(\w+)$/.exec(text) ?? [];
  const known = CHANGES.find((one) => one === change);
  return entity === undefined || known === undefined ? [] : [{ entity: tableName(entity), change: known }];
}

function texts(value: Literal | undefined): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === 'string').slice(0, 20);
}

function exportedConstants(text: string): Map<string, Literal> {
  const { program } = parseSync('file.tsx', text, { lang: 'tsx', sourceType: 'module' });
  const found = new Map<string, Literal>();
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      const value = literalOf(init);
      if (id.type === 'Identifier' && value !== undefined) found.set(id.name, value);
    }
  }
  return found;
}

function literalOf(node: Expression | SpreadElement | null): Literal | undefined {
  if (node === null) return undefined;
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return literalOf(node.expression);
  if (node.type === 'ArrayExpression') return node.elements.map(literalOf).filter((one): one is Literal => one !== undefined);
  if (node.type !== 'Literal') return undefined;
  const { value } = node;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
