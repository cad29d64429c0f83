import { type GraphQLField, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { DEEDS, type Deed } from '../contract/index.ts';

/** A type or field without declared access. */
export interface Unstated {
  readonly name: string;
  readonly problem: string;
  readonly remedy: string;
}

/** The options that Pothos keeps of a declaration. */
interface Declared {
  readonly authScopes?: unknown;
  readonly does?: unknown;
  readonly skipTypeScopes?: boolean;
  readonly skipInterfaceScopes?: boolean;
}
interface Extended {
  readonly extensions: Readonly<Record<string, unknown>>;
}

/**
 * All schema members without declared access or deed: root fields, types, and fields that skip the scopes of their type. A type declares
 * `authScopes`, which apply to all its fields from any plugin, or `access: 'parent'`, which has no cost at run time. Fields may restrict
 * access further.
 */
export function unstatedAccess(schema: GraphQLSchema): Unstated[] {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const found: Unstated[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(isObjectType(type) || isInterfaceType(type)) || type.name.startsWith('__')) continue;
    const isRoot = isObjectType(type) && roots.has(type);
    if (!isRoot && accessOf(type) === null) found.push(unstatedType(type.name));
    const deciding = Object.values(type.getFields()).filter((field) => isRoot || leavesType(field));
    const unstated = deciding.filter((field) => declared(field).authScopes === undefined);
    found.push(...unstated.map((field) => unstatedField(type.name, field)));
    if (isRoot) found.push(...Object.values(type.getFields()).flatMap((field) => unstatedDeed(type.name, field)));
  }
  return found;
}

/** How a type declares its access; null when it does not, or declares both ways. */
export function accessOf(type: Extended): 'scopes' | 'parent' | null {
  const { access } = type.extensions;
  const hasScopes = declared(type).authScopes !== undefined;
  if (access === undefined) return hasScopes ? 'scopes' : null;
  return access === 'parent' && !hasScopes ? 'parent' : null;
}

function leavesType(field: Extended): boolean {
  const { skipTypeScopes, skipInterfaceScopes } = declared(field);
  return skipTypeScopes === true || skipInterfaceScopes === true;
}

function declared({ extensions }: Extended): Declared {
  return (extensions['pothosOptions'] as Declared | undefined) ?? {};
}

function unstatedType(name: string): Unstated {
  return {
    name,
    problem: `The graph type "${name}" does not say who may see it.`,
    remedy:
      "Add `authScopes`, for example `{ account: true }`, or `extensions: { access: 'parent' }` where the field that answers it decides.",
  };
}

function unstatedField(type: string, { name }: GraphQLField<unknown, unknown>): Unstated {
  return {
    name: `${type}.${name}`,
    problem: `${type}.${name} does not say who may call it.`,
    remedy: 'Add `authScopes`, for example `{ account: true }`.',
  };
}

/** A root field says what it does; one of `Query` and `Subscription` only reads. */
function unstatedDeed(type: string, field: GraphQLField<unknown, unknown>): Unstated[] {
  const { does } = declared(field);
  const name = `${type}.${field.name}`;
  if (type !== 'Mutation' && does !== undefined && does !== 'look')
    return [{ name, problem: `${name} says that it does more than \`look\`.`, remedy: 'Make it a mutation, or declare `look`.' }];
  if (typeof does === 'function' || DEEDS.includes(does as Deed)) return [];
  return [{ name, problem: `${name} does not say what it does.`, remedy: `Add \`does\` with one of ${DEEDS.join(', ')}.` }];
}
