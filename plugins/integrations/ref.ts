import type { App } from '@sayso/apps/ref';
import { type Actor, extensionPoint, serviceRef } from '@sayso/core';
import type { z } from 'zod';
import type { IsolatedCall } from './sandbox/isolation.ts';

export type { IsolatedCall, IsolatedValue } from './sandbox/isolation.ts';

/** The caller of an endpoint: the builder or another admin of the app, a signed-in user of it, or a visitor. */
export interface IntegrationCaller {
  readonly kind: 'admin' | 'user' | 'visitor';
  /** Of the account; null for a visitor. */
  readonly id: string | null;
  /** The key of limits: the account, or the network address of a visitor. */
  readonly key: string;
}

/** One call of an endpoint, whose caller may make it. */
export interface IntegrationCall {
  readonly appId: string;
  readonly actor: Actor;
  readonly caller: IntegrationCaller;
  readonly app: App;
  /** Whether it comes from a preview, which has draft rows. */
  readonly isDraft: boolean;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Sends a part of the text while it arises; null unless the client asked for a stream. */
  readonly onText: ((text: string) => void) | null;
  /** Records what the call cost. A call that cost something counts towards the quotas, also when it fails. */
  spent(cost: CallCost): void;
  /** Records another attempt after a failure. */
  retried(): void;
}

/** Of one answer of a model. */
export interface CallCost {
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** In dollars; null when the price is not known. */
  readonly totalCost: number | null;
}

/** Calls of an endpoint in a day (UTC). */
export interface CallQuota {
  /** Of one account, or of visitors at one network address. */
  readonly perCaller: number;
  readonly perApp: number;
}

/** A function of the package `Core`, as apps import it from `@/integrations/Core`. */
export interface IntegrationEndpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** As apps call it, such as `SendEmail`; unique. */
  readonly name: string;
  /** What it does, in one sentence. */
  readonly sentence: string;
  /** The named parameters. Fields of a form arrive as text, and as the JSON in it where this schema asks for another type. */
  readonly input: Input;
  readonly output: Output;
  /** The setting of an app (a flag) with which its owner opens the endpoint to visitors. Default: never open to visitors. */
  readonly visitorSetting?: string;
  /** The most that the operator allows; the setting `integrationLimits` of an app sets less. Default: calls are not limited. */
  readonly quota?: CallQuota;
  run(input: z.output<Input>, call: IntegrationCall): Promise<z.input<Output>>;
}

/** A call of an endpoint by the server, on behalf of a caller of the app. */
export interface CallEndpoint {
  readonly appId: string;
  readonly actor: Actor;
  /** `Core`, or an installed package. */
  readonly packageName: string;
  readonly endpoint: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Files among the parameters. */
  readonly files?: readonly GivenFile[];
  readonly signal: AbortSignal;
}

/** A file of a call by the server. */
export interface GivenFile {
  /** The name of the parameter. */
  readonly parameter: string;
  /** As its origin called it. */
  readonly name: string;
  /** As its origin declared it; may be empty. */
  readonly type: string;
  readonly content: Uint8Array;
}

/** Encryption of values; one sealed for a `purpose`, the place it is kept at, cannot be opened for another. */
export interface Sealing {
  seal(text: string, purpose: string): string;
  /** Null when it was sealed with another key or for another purpose, or was changed. */
  open(sealed: string, purpose: string): string | null;
}

export interface IntegrationsApi {
  /** Calls an endpoint as its caller, within the same permissions and quotas as over HTTP. */
  call(call: CallEndpoint): Promise<unknown>;
  /** Runs code that is not trusted. Throws `GuestFailed`, `GuestLimitReached` and `SandboxBusy`. */
  runIsolated(call: IsolatedCall): Promise<unknown>;
  /** Encrypts what another plugin keeps, with a derived key of its own. */
  sealing(key: Uint8Array): Sealing;
  /** All endpoints of `Core`, by name. */
  endpoints(): readonly IntegrationEndpoint[];
}

export const integrationsRef = serviceRef<IntegrationsApi>('integrations');

/** For plugins that offer further endpoints of `Core`. */
export const integrationEndpoints = extensionPoint<IntegrationEndpoint>(integrationsRef, 'endpoints');

/** Checks the types of an endpoint, which lists of endpoints do not have. */
export function defineEndpoint<Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: IntegrationEndpoint<Input, Output>,
): IntegrationEndpoint {
  // Cast: an endpoint gets only what its own schema parsed.
  return endpoint as unknown as IntegrationEndpoint;
}

declare module '@sayso/core' {
  interface EventMap {
    /** A package has handled an event that another server sent: once for each event, unless the builder replays it. */
    'integrations.webhookHandled': { readonly appId: string; readonly id: string; readonly package: string; readonly webhook: string };
  }
}
