import { type Actor, serviceRef } from '@sayso/core';
import type { AppUse, FunctionDocument, RunDocument } from './collections.ts';

/** A run of a function, for the people who build its app. */
export type FunctionRun = RunDocument;

/** A file `functions/<name>` of the current version, what it asks for, and what the builder allowed it. */
export interface AppFunction {
  readonly name: string;
  /** Cron expression of five fields; null: no schedule. */
  readonly schedule: string | null;
  readonly timeZone: string;
  /** Whether the schedule is a valid one. */
  readonly isScheduleValid: boolean;
  /** Changes of rows that start it, such as `Order.created`. */
  readonly on: readonly string[];
  /** Whether it asks to run as the app: by its constant, its schedule or its changes of rows. */
  readonly wantsApp: boolean;
  /** What its code, and that of the files that it imports, does with rows as the app, by table; empty where it does not name them. */
  readonly appUses: readonly AppUse[];
  /** Whether it uses more as the app than was shown when that was allowed. It is refused until it is allowed, too. */
  readonly wantsMore: boolean;
  /** What more that is; empty where its code does not name the tables. */
  readonly moreUses: readonly AppUse[];
  /** Digest of the code that this is read from. */
  readonly shown: string;
  /** Servers that it asks to call. */
  readonly wantsHosts: readonly string[];
  /** Names of variables that it reads. */
  readonly wantsVariables: readonly string[];
  readonly allowed: Pick<FunctionDocument, 'asApp' | 'visitors' | 'isPaused' | 'hosts'>;
  /** When the published version runs it next by its schedule; null when it does not. */
  readonly nextAt: string | null;
  readonly lastRun: FunctionRun | null;
}

/** A value that all functions of an app read by its name. */
export interface EnvironmentVariable {
  readonly id: string;
  readonly name: string;
  /** A function gets a handle of a secret, which becomes the secret in requests to the servers that it may call and the secret was entered for. */
  readonly isSecret: boolean;
  /** Null for a secret. */
  readonly value: string | null;
  /** The servers that a secret was entered for: it is sent to no other, whatever a function may call. */
  readonly hosts: readonly string[];
  readonly updatedAt: string;
}

export interface SetVariable {
  readonly appId: string;
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
  /**
   * The servers that a secret is for. Default: those that the functions which read it may call; if there are none yet, those that the same
   * account allows them first.
   */
  readonly hosts?: readonly string[] | undefined;
}

/** What a builder allows a function. */
export interface AllowFunction {
  readonly appId: string;
  readonly name: string;
  readonly asApp?: boolean | undefined;
  readonly visitors?: boolean | undefined;
  readonly isPaused?: boolean | undefined;
  readonly hosts?: readonly string[] | undefined;
  /** `shown` of the function that the person looked at: the change is refused when its code is another one by now. */
  readonly shown?: string | undefined;
}

/** The answer of a run that a builder started. */
export interface TestedFunction {
  readonly run: FunctionRun;
  /** The body of its answer; null when it failed. */
  readonly answer: string | null;
}

/** Methods with an `actor` check its role in the app: `NotFound` for people who do not build it. */
export interface FunctionsApi {
  /** The functions of the current version, by name. */
  list(actor: Actor, appId: string): Promise<AppFunction[]>;
  /** Throws `NoSuchFunction`, `CodeChanged`, and `InvalidInput` for a name that is no server's. */
  allow(actor: Actor, change: AllowFunction): Promise<AppFunction>;
  /** Newest first, at most 50. */
  runs(
    actor: Actor,
    appId: string,
    page?: { readonly name?: string | undefined; readonly before?: string | undefined },
  ): Promise<FunctionRun[]>;
  /** By name. */
  variables(actor: Actor, appId: string): Promise<EnvironmentVariable[]>;
  /** Throws `InvalidInput` for a name, a value or a server that cannot be one. */
  setVariable(actor: Actor, variable: SetVariable): Promise<EnvironmentVariable>;
  /** The remaining ones. */
  removeVariable(actor: Actor, appId: string, name: string): Promise<EnvironmentVariable[]>;
  /** Runs a function of the current version with draft rows. */
  test(actor: Actor, appId: string, name: string, input: unknown): Promise<TestedFunction>;
}

export const functionsRef = serviceRef<FunctionsApi>('functions');

declare module '@sayso/core' {
  interface EventMap {
    /** A run of a function has ended. */
    'functions.ran': { appId: string; name: string };
    /** What the builder allows the functions of an app. */
    'functions.changed': { appId: string };
  }
  interface GraphObjects {
    FunctionRun: FunctionRun;
    AppFunction: AppFunction;
    EnvironmentVariable: EnvironmentVariable;
  }
}
