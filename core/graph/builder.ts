import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import {
  type AskedDeed,
  type Builder,
  Forbidden,
  InvalidInput,
  MAX_JSON_LEVELS,
  mayBuild,
  nestsDeeper,
  Unauthenticated,
} from '../contract/index.ts';
import './deeds.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

function instant(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string' || !INSTANT.test(value) || Number.isNaN(Date.parse(value))) {
    throw new GraphQLError(`"${String(value)}" is not an instant of the form 2026-01-31T12:00:00.000Z.`);
  }
  return new Date(value).toISOString();
}

/** Instants as ISO 8601 text in UTC, as documents hold them. */
const dateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description: 'An instant: ISO 8601 text in UTC.',
  serialize: instant,
  parseValue: instant,
  parseLiteral: (node) => instant(node.kind === Kind.STRING ? node.value : undefined),
});

/** Limits the depth of variables in a query string and of literals; bodies are checked before they are parsed. */
function shallow(value: unknown): unknown {
  if (nestsDeeper(value)) throw new InvalidInput(`A JSON value nests more than ${MAX_JSON_LEVELS} levels deep.`);
  return value;
}

const json = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: shallow,
  parseLiteral: (node, variables) => shallow(valueFromASTUntyped(node, variables)),
});

/** A new builder with the scalars, the six auth scopes and the check of deeds. Root types are added on demand. */
export function createBuilder(permit: (asked: AskedDeed) => Promise<void>): Builder {
  const builder: Builder = new SchemaBuilder({
    // The first one is the outermost: scopes are checked before deeds.
    plugins: [ScopeAuthPlugin, 'deeds'],
    permit,
    defaultFieldNullability: false,
    scopeAuth: {
      authorizeOnSubscribe: true,
      // Pass domain errors thrown by a scope to the caller unchanged.
      treatErrorsAsUnauthorized: false,
      authScopes: ({ actor }) => ({
        public: true,
        account: actor.kind === 'account',
        builder: mayBuild(actor),
        admin: actor.kind === 'account' && actor.admin,
        app: true,
        signature: true,
      }),
      unauthorizedError: (_parent, { actor }) => (actor.kind === 'anonymous' ? new Unauthenticated() : new Forbidden()),
    },
  });
  builder.addScalarType('DateTime', dateTime);
  builder.addScalarType('JSON', json);
  return builder;
}
