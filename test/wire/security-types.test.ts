import { DomainError } from '@sayso/core';
import { describeSurface } from '@sayso/core/testing';
import {
  type GraphQLField,
  type GraphQLInterfaceType,
  GraphQLObjectType,
  GraphQLSchema,
  getNamedType,
  graphql,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ActorName, actors, type Decision, parent, types } from '../security/types.ts';
import { allPlugins } from '../security/world.ts';

type Fielded = GraphQLObjectType | GraphQLInterfaceType;
const found = new Map<string, Fielded>();
beforeAll(async () => {
  const { schema } = await describeSurface(await allPlugins());
  if (!schema) throw new Error('The product has no graph.');
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(isObjectType(type) || isInterfaceType(type)) || type.name.startsWith('__') || roots.includes(type as GraphQLObjectType)) continue;
    found.set(type.name, type);
  }
});

test('every type of the graph has a row, and every row is a type', () => {
  expect([...found.keys()].sort()).toEqual(Object.keys(types).sort());
});

describe('each field of each type, behind a public root field', () => {
  test.each(Object.entries(types))('%s', async (name, { value = {}, expected, fields = {} }) => {
    const type = found.get(name) as GraphQLObjectType;
    // A type that states neither `authScopes` nor this access fails the boot.
    expect(type.extensions['access']).toBe(types[name] === parent ? 'parent' : undefined);
    const decisions: [string, Decision][] = [];
    for (const field of Object.values(type.getFields())) decisions.push([field.name, await decisionsOf(type, field, value)]);
    const wanted = decisions.map(([field]) => [field, fields[field] ?? expected]);
    expect(Object.fromEntries(decisions)).toEqual(Object.fromEntries(wanted));
    expect(Object.keys(type.getFields())).toEqual(expect.arrayContaining(Object.keys(fields)));
  });
});

/** Result for each caller of one field whose value is protected only by its own type. */
async function decisionsOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, value: object): Promise<Decision> {
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { it: { type, resolve: () => value } } }) });
  const given = field.args.filter(isRequiredArgument).map((arg) => `${arg.name}: "none"`);
  const args = given.length > 0 ? `(${given.join(', ')})` : '';
  const source = `{ it { field: ${field.name}${args} ${isLeafType(getNamedType(field.type)) ? '' : '{ __typename }'} } }`;
  const decisions = Object.entries(actors).map(async ([name, actor]): Promise<[string, string]> => {
    const { data, errors = [] } = await graphql({ schema, source, contextValue: { actor, get: () => ({}) } });
    // An incomplete value may fail in its resolver, which runs only for permitted callers.
    const refusal = errors.map(({ originalError }) => originalError).find((error) => error instanceof DomainError);
    if (refusal) return [name, refusal.code];
    const isHidden = field.name in value && (data?.['it'] as { field?: unknown } | null | undefined)?.field === null;
    return [name, isHidden ? 'hidden' : 'ok'];
  });
  return Object.fromEntries(await Promise.all(decisions)) as Record<ActorName, string>;
}
