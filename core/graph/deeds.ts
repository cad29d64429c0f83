import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { type AskedDeed, checkBuilding, type Deed, dependsOnRole, type RequestContext } from '../contract/index.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Permit = (asked: AskedDeed) => Promise<void>;

interface Declared {
  readonly does?: Deed | ((args: Arguments, context: RequestContext) => Deed);
  readonly appArgument?: string;
}

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      deeds: DeedsPlugin<Types>;
    }
    // The parameters have to be those of Pothos.
    interface SchemaBuilderOptions<Types extends SchemaTypes> {
      /** Throws when the actor may not do this with the app. */
      permit: Permit;
    }
  }
}

/**
 * Checks each call of a mutation against what it declares, before its resolver and after its scopes: an app that its arguments name permits the
 * deed. Queries and subscriptions only look. Mutations whose arguments name no app, but a turn of one, check the role where they look it up.
 */
export class DeedsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { graphqlKind, pothosOptions, parentType }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { does, appArgument } = pothosOptions as Declared;
    if (graphqlKind !== 'Object' || parentType !== 'Mutation' || does === undefined) return resolve;
    const permit = this.builder.options.permit as Permit;
    return async (root, args, context, info) => {
      const { actor } = context as unknown as RequestContext;
      const deed = typeof does === 'function' ? does(args as Arguments, context as unknown as RequestContext) : does;
      checkBuilding(deed, actor);
      const appId = dependsOnRole(deed, actor) ? appIdOf(args as Arguments, appArgument) : null;
      if (appId !== null) await permit({ actor, appId, does: deed });
      return resolve(root, args, context, info);
    };
  }
}

SchemaBuilder.registerPlugin('deeds', DeedsPlugin);

function appIdOf(args: Arguments, name = 'appId'): string | null {
  const within = Object.values(args).map((value) => (typeof value === 'object' && value !== null ? (value as Arguments)[name] : undefined));
  return [args[name], ...within].find((id) => typeof id === 'string') ?? null;
}
