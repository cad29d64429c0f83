import { isDeepStrictEqual } from 'node:util';
import type { EntitySchema } from '@sayso/apps/ref';
import { OPERATIONS, type RuleOperation } from '@sayso/core/rules';
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';

type Fields = Readonly<Record<string, unknown>>;

/** A rule of a table or of one of its fields, in the words of its file. */
export interface RuleEdit {
  readonly operation: RuleOperation;
  /** Null: the table. */
  readonly field: string | null;
  /** Undefined: no rule of its own. */
  readonly stated: unknown;
}

const OF_FIELDS = ['read', 'create', 'update'] as const;
const KEYS: ReadonlySet<string> = new Set([...OPERATIONS, 'write']);

/** The text of a table's file with another rule. Everything else keeps its text. */
export function editRule(text: string, schema: EntitySchema, edit: RuleEdit): string {
  const changes = edit.field === null ? changesOfTable(text, schema, edit) : changesOfField(text, edit.field, edit);
  const whole = changes.reduce<unknown>((before, [path, value]) => withProperty(before, path, value), JSON.parse(text));
  const formatted = JSON.stringify(whole, null, 2);
  if (JSON.stringify(JSON.parse(text), null, 2) === text.trimEnd()) return formatted;
  const edited = changes.reduce((before, [path, value]) => withValue(before, path, value), text);
  // A file that names a property twice: the last one counts, and the first one was edited.
  return isDeepStrictEqual(JSON.parse(edited), whole) ? edited : formatted;
}

type Change = readonly [path: readonly string[], value: unknown];

function changesOfTable(text: string, schema: EntitySchema, { operation, stated }: RuleEdit): readonly Change[] {
  const access = at(JSON.parse(text), ['x-accessControl']);
  const { permissions } = schema['x-accessControl'] ?? {};
  // What holds without this part of the file goes on to hold for the other operations.
  const kept: Change[] = access === undefined && permissions !== undefined ? [[['x-accessControl', 'permissions'], permissions]] : [];
  const rules = at(access, ['rules']);
  const others = Object.keys(isFields(rules) ? rules : {}).filter((key) => key !== operation);
  if (stated === undefined && others.length === 0) return rules === undefined ? [] : [[['x-accessControl', 'rules'], undefined]];
  if (rules !== undefined && !isFields(rules)) return [...kept, [['x-accessControl', 'rules'], { [operation]: stated }]];
  return [...kept, [['x-accessControl', 'rules', operation], stated]];
}

function changesOfField(text: string, field: string, { operation, stated }: RuleEdit): readonly Change[] {
  const path = ['properties', field, 'rls'];
  const rls = at(JSON.parse(text), path);
  const isByOperation = isFields(rls) && Object.keys(rls).every((key) => KEYS.has(key));
  const isOfWrites = isByOperation && Object.hasOwn(rls, 'write') && operation !== 'read';
  if (isByOperation && !(isOfWrites && stated === undefined)) {
    const others = Object.keys(rls).filter((key) => key !== operation);
    return stated === undefined && others.length === 0 ? [[path, undefined]] : [[[...path, operation], stated]];
  }
  // One rule for several operations: the others keep it.
  const each = OF_FIELDS.flatMap((name): [string, unknown][] => {
    if (name === operation) return stated === undefined ? [] : [[name, stated]];
    const own = ruleOf(rls, name, isByOperation);
    return own === undefined ? [] : [[name, own]];
  });
  return [[path, each.length === 0 ? undefined : Object.fromEntries(each)]];
}

function ruleOf(rls: unknown, operation: (typeof OF_FIELDS)[number], isByOperation: boolean): unknown {
  if (!isByOperation || !isFields(rls)) return rls;
  return Object.hasOwn(rls, operation) ? rls[operation] : operation === 'read' ? undefined : rls['write'];
}

/** Without formatting: it would change the text around the path. */
function withValue(text: string, path: readonly string[], value: unknown): string {
  return applyEdits(text, modify(text, path as JSONPath, value, {}));
}

function withProperty(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const own = isFields(whole) ? whole : {};
  const inner = withProperty(Object.hasOwn(own, name) ? own[name] : undefined, rest, value);
  if (inner === undefined) return Object.fromEntries(Object.entries(own).filter(([key]) => key !== name));
  return { ...own, [name]: inner };
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isFields(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined), value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
