import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, resolve } from './schema.ts';

/** One value of a schema that its caller wrote: references and alternatives could multiply without end. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 40;
const MAX_FAULTS = 20;

interface Check {
  readonly root: JsonSchema;
  readonly faults: string[];
  steps: number;
}

/** What of a value does not fit a schema, as `path: reason`; empty when all does. */
export function faultsOf(schema: JsonSchema, value: unknown): readonly string[] {
  const check: Check = { root: schema, faults: [], steps: 0 };
  walk(check, schema, { value, path: '', depth: 0 });
  return check.faults.slice(0, MAX_FAULTS);
}

interface At {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

function walk(check: Check, schema: JsonSchema, at: At): void {
  check.steps += 1;
  if (check.faults.length >= MAX_FAULTS) return;
  if (check.steps > MAX_STEPS || at.depth > MAX_DEPTH) fault(check, at, 'is nested too deeply for its schema');
  else if (typeof schema.$ref === 'string') follow(check, schema.$ref, at);
  else {
    combine(check, schema, at);
    const problem = problemOf(schema, at.value);
    if (problem !== null) fault(check, at, problem);
    else inside(check, schema, at);
  }
}

function follow(check: Check, ref: string, at: At): void {
  const target = resolve(check.root, ref);
  if (target === null) fault(check, at, `has a schema with the unknown reference ${JSON.stringify(ref.slice(0, 80))}`);
  else walk(check, target, { ...at, depth: at.depth + 1 });
}

function problemOf(schema: JsonSchema, value: unknown): string | null {
  if (!hasType(schema, value)) return `has to be ${typesOf(schema).join(' or ')}`;
  const { enum: choices, const: only } = schema;
  if (choices !== undefined && !choices.some((one) => isDeepStrictEqual(one, value)))
    return `has to be one of ${JSON.stringify(choices).slice(0, 300)}`;
  return only === undefined || isDeepStrictEqual(only, value) ? null : `has to be ${JSON.stringify(only).slice(0, 300)}`;
}

function inside(check: Check, schema: JsonSchema, at: At): void {
  const { value } = at;
  if (Array.isArray(value)) list(check, schema, { ...at, value });
  else if (typeof value === 'object' && value !== null) fields(check, schema, { ...at, value: value as Record<string, unknown> });
  else bounds(check, schema, at);
}

function combine(check: Check, { allOf = [], anyOf, oneOf }: JsonSchema, at: At): void {
  const deeper = { ...at, depth: at.depth + 1 };
  for (const each of allOf) walk(check, each, deeper);
  for (const choices of [anyOf, oneOf]) {
    if (choices === undefined) continue;
    const fits = choices.some((choice) => {
      const trial: Check = { root: check.root, faults: [], steps: check.steps };
      walk(trial, choice, deeper);
      check.steps = trial.steps;
      return trial.faults.length === 0;
    });
    if (!fits) fault(check, at, `fits none of its ${choices.length} alternatives`);
  }
}

function list(check: Check, { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: JsonSchema, at: At & { value: unknown[] }): void {
  const { value, path, depth } = at;
  if (value.length < minItems) fault(check, at, `has to have at least ${minItems} items`);
  if (value.length > maxItems) fault(check, at, `has to have at most ${maxItems} items`);
  if (items === undefined) return;
  for (const [index, one] of value.entries()) walk(check, items, { value: one, path: `${path}[${index}]`, depth: depth + 1 });
}

function fields(
  check: Check,
  { properties = {}, required, additionalProperties: more }: JsonSchema,
  at: At & { value: Record<string, unknown> },
): void {
  const { value, path, depth } = at;
  const inner = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const name of required ?? []) if (!Object.hasOwn(value, name)) fault(check, { ...at, path: inner(name) }, 'is missing');
  for (const [name, one] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : more;
    if (schema === false) fault(check, { ...at, path: inner(name) }, 'is not allowed');
    else if (typeof schema === 'object') walk(check, schema, { value: one, path: inner(name), depth: depth + 1 });
  }
}

function bounds(check: Check, { minimum, maximum, minLength, maxLength }: JsonSchema, at: At): void {
  const { value } = at;
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) fault(check, at, `has to be at least ${minimum}`);
    if (maximum !== undefined && value > maximum) fault(check, at, `has to be at most ${maximum}`);
  } else if (typeof value === 'string') {
    if (minLength !== undefined && value.length < minLength) fault(check, at, `has to have at least ${minLength} characters`);
    if (maxLength !== undefined && value.length > maxLength) fault(check, at, `has to have at most ${maxLength} characters`);
  }
}

export function typesOf({ type }: JsonSchema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

function hasType(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOf(type, value));
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function fault(check: Check, { path }: At, reason: string): void {
  if (check.faults.length < MAX_FAULTS) check.faults.push(`${path === '' ? 'The answer' : path.slice(0, 200)}: ${reason}`);
}
