import type { FieldNullability, InputFieldMap, InputShapeFromFields, SchemaTypes, TypeParam } from '@pothos/core';
import type { Actor, RequestContext } from './actor.ts';
import { Forbidden, Unauthenticated } from './errors.ts';

/**
 * The most that a call does. Every route declares it (`config: { access, does }`), and every query, mutation and subscription (`does`); a
 * missing declaration fails the boot.
 * `look`: reads. `change-own`: changes what is the caller's alone, such as their session, their views or an app that they make.
 * `change-rows`: changes rows, files, or what an app keeps of its people. `change-app`: changes an app. `administer`: says who builds an app,
 * deletes it, or runs the installation. `spend`: calls a model or a server, sends mail, or runs code of the app.
 */
export type Deed = 'look' | 'change-own' | 'change-rows' | 'change-app' | 'administer' | 'spend';

export const DEEDS: readonly Deed[] = ['look', 'change-own', 'change-rows', 'change-app', 'administer', 'spend'];

/** A call about an app, for the plugin that knows the roles of people in it. */
export interface AskedDeed {
  readonly actor: Actor;
  readonly appId: string;
  readonly does: Deed;
  /** A job asks, after the call that queued it: the account was not authenticated since. */
  readonly isLater?: boolean;
}

/** Whether the deed is one of those that only people who build the app may do, none of its users. */
export function isBuilding(does: Deed): boolean {
  return does === 'change-app' || does === 'administer';
}

/**
 * Throws when the deed changes or administers an app and the caller is a user, a visitor or the code of an app. Behind the access
 * `signature`, the handler authenticates the caller.
 */
export function checkBuilding(does: Deed, actor: Actor): void {
  if (!isBuilding(does) || actor.kind === 'account') return;
  throw actor.kind === 'anonymous' ? new Unauthenticated() : new Forbidden('The code of an app may not change or administer an app.');
}

/** Whether the deed depends on the role that the caller has in an app; see `Plugin.permit`. */
export function dependsOnRole(does: Deed, actor: Actor): boolean {
  if (actor.kind === 'app') return actor.preview === true;
  return actor.kind === 'account' && does !== 'look' && does !== 'change-own';
}

declare global {
  namespace PothosSchemaTypes {
    // The parameters have to be those of Pothos.
    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /** Of a query, mutation or subscription. A function where it depends on the arguments. */
      does?: Deed | ((args: InputShapeFromFields<Args>, context: RequestContext) => Deed);
      /** The argument with the id of the app. Default: `appId`, on its own or within an argument. */
      appArgument?: keyof InputShapeFromFields<Args> & string;
    }
  }
}
