// What the code of an integration package finds, and the types of its declaration. `definePackage` checks and returns the declaration; Sayso
// provides it, so that a package stays one module without imports.

/** A JSON schema as packages may use it: no `pattern`, no `$ref`. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: 'email' | 'uri' | 'url' | 'uuid' | 'date' | 'date-time' | 'time';
  readonly nullable?: boolean;
  /** Not supported: the server would run it. */
  readonly pattern?: never;
  /** Not supported: a schema may not recur. */
  readonly $ref?: never;
}

/** The values that fit a schema. */
export type FromSchema<S> = S extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : S extends { readonly const: infer Value }
    ? Value
    : S extends { readonly anyOf: readonly (infer One)[] } | { readonly oneOf: readonly (infer One)[] }
      ? FromSchema<One>
      : S extends { readonly type: infer Type }
        ? FromType<Type, S>
        : unknown;

type FromType<Type, S> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? readonly FromSchema<S extends { readonly items: infer Items } ? Items : unknown>[]
          : Type extends 'object'
            ? FromObject<S>
            : unknown;

type FromObject<S> = S extends { readonly properties: infer Properties }
  ? {
      readonly [Name in keyof Properties as Name extends RequiredOf<S> ? Name : never]: FromSchema<Properties[Name]>;
    } & {
      readonly [Name in keyof Properties as Name extends RequiredOf<S> ? never : Name]?: FromSchema<Properties[Name]>;
    }
  : { readonly [name: string]: unknown };
type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

interface Titled {
  readonly title: string;
  readonly description?: string;
}

/** A field of the form in which builders install the package. */
export type Setting = Titled & { readonly required?: boolean } & (
    | { readonly type: 'text' | 'long-text' | 'url'; readonly default?: string }
    | { readonly type: 'number'; readonly default?: number }
    | { readonly type: 'boolean'; readonly default?: boolean }
    | {
        readonly type: 'choice';
        readonly choices: readonly { readonly value: string; readonly label: string }[];
        readonly default?: string;
      }
  );

/** Where a secret or a token may stand in requests. */
export type Place = 'header' | 'query' | 'path' | 'body';

export interface Secret extends Titled {
  /** Default: yes. */
  readonly required?: boolean;
  /** Default: headers. Empty for one that only signs webhooks. */
  readonly in?: readonly Place[];
  /** How its text becomes the key of a signature. Default: as the scheme of the webhook says. */
  readonly encoding?: 'text' | 'whsec' | 'base64' | 'base64url' | 'hex';
}

/** An OAuth 2 account: an issuer, or both endpoints. Addresses may begin with a setting, such as `{server}/oauth/token`. */
export type Connection = Titled & {
  /** Default: yes. */
  readonly required?: boolean;
  /** Default: headers. */
  readonly in?: readonly Place[];
  readonly revocationEndpoint?: string;
  readonly scopes?: readonly string[];
  /** Further parameters of the authorization request. */
  readonly parameters?: { readonly [name: string]: string };
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  /** Clients belong to an installation: builders or operators enter them. */
  readonly clientId?: never;
  readonly clientSecret?: never;
} & (
    | { readonly issuer: string; readonly authorizationEndpoint?: never; readonly tokenEndpoint?: never }
    | { readonly issuer?: string; readonly authorizationEndpoint: string; readonly tokenEndpoint: string }
  );

type SettingValue<S> = S extends { readonly type: 'number' }
  ? number
  : S extends { readonly type: 'boolean' }
    ? boolean
    : S extends { readonly type: 'choice'; readonly choices: readonly { readonly value: infer Value }[] }
      ? Value
      : string;
type SettingValues<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends { readonly required: true } | { readonly default: string | number | boolean }
    ? SettingValue<Settings[Name]>
    : SettingValue<Settings[Name]> | undefined;
};
/** Texts that the server replaces in requests. */
type Handles<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { readonly required: false } ? string | undefined : string;
};

/** What functions get beside their input. */
export interface Context<Settings, Secrets, Connections> {
  readonly settings: SettingValues<Settings>;
  readonly secrets: Handles<Secrets>;
  readonly connections: Handles<Connections>;
}

/** A delivery whose signature is right. */
export interface Delivery {
  /** Of the event: the same for each delivery of it. */
  readonly id: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

type None = Record<never, never>;

interface Webhook<Secrets, Given> {
  readonly sentence: string;
  readonly scheme: 'standard' | 'stripe' | 'slack' | 'github';
  /** The name of the secret that signs. */
  readonly secret: keyof Secrets & string;
  /** `note` is shown to the builder. */
  run(delivery: Delivery, context: Given): unknown;
}

/** What a package declares, with its functions. */
export type IntegrationPackage<Settings, Secrets, Connections, Inputs, Outputs> = {
  /** As apps import it, and the name of the folder or file. */
  readonly name: string;
  readonly title: string;
  /** Such as `1.2.0`. */
  readonly version: string;
  readonly sentence: string;
  /** A PNG, WebP or SVG image as a Base64 data URL. */
  readonly icon?: string;
  /** Shown before the installation. */
  readonly price?: string;
  /** Hosts that it calls: `api.example.com`, `*.example.com`, or `{name}` for that of a setting of the type `url`. */
  readonly hosts?: readonly string[];
  readonly settings?: Settings;
  readonly secrets?: Secrets;
  readonly connections?: Connections;
  readonly endpoints?: {
    readonly [Name in keyof Inputs]: {
      readonly sentence: string;
      readonly input: Inputs[Name];
      readonly example: { readonly input: FromSchema<Inputs[Name]> };
      run(
        input: FromSchema<Inputs[Name]>,
        context: Context<Settings, Secrets, Connections>,
      ): FromSchema<Outputs[Name & keyof Outputs]> | Promise<FromSchema<Outputs[Name & keyof Outputs]>>;
    };
  } & {
    readonly [Name in keyof Outputs]: { readonly output: Outputs[Name]; readonly example: { readonly output: FromSchema<Outputs[Name]> } };
  };
  readonly webhooks?: { readonly [name: string]: Webhook<Secrets, Context<Settings, Secrets, Connections>> };
};

declare global {
  /** Checks the types of a declaration, and returns it. */
  function definePackage<
    const Settings extends { readonly [name: string]: Setting } = None,
    const Secrets extends { readonly [name: string]: Secret } = None,
    const Connections extends { readonly [name: string]: Connection } = None,
    const Inputs extends { readonly [name: string]: Schema } = None,
    const Outputs extends { readonly [name: string]: Schema } = None,
  >(
    declaration: IntegrationPackage<Settings, Secrets, Connections, Inputs, Outputs>,
  ): IntegrationPackage<Settings, Secrets, Connections, Inputs, Outputs>;

  /** By HTTPS to declared hosts. Handles of secrets become their values on the way. */
  function fetch(
    address: string | URL,
    options?: {
      readonly method?: string;
      readonly headers?: Headers | { readonly [name: string]: string } | readonly (readonly [string, string])[];
      readonly body?: string | URLSearchParams | ArrayBuffer | ArrayBufferView;
      readonly redirect?: 'follow' | 'manual' | 'error';
      readonly signal?: AbortSignal;
    },
  ): Promise<Response>;

  interface Response {
    readonly url: string;
    readonly status: number;
    readonly ok: boolean;
    readonly headers: Headers;
    text(): Promise<string>;
    // biome-ignore lint/suspicious/noExplicitAny: as in browsers, so that answers can be read without a cast
    json(): Promise<any>;
    bytes(): Promise<Uint8Array>;
    arrayBuffer(): Promise<ArrayBuffer>;
  }
  interface Headers extends Iterable<[string, string]> {
    get(name: string): string | null;
    has(name: string): boolean;
    set(name: string, value: string): void;
    append(name: string, value: string): void;
    delete(name: string): void;
  }
  const Headers: new (headers?: Headers | { readonly [name: string]: string } | readonly (readonly [string, string])[]) => Headers;
  interface URLSearchParams extends Iterable<[string, string]> {
    get(name: string): string | null;
    getAll(name: string): string[];
    has(name: string): boolean;
    set(name: string, value: string): void;
    append(name: string, value: string): void;
    delete(name: string): void;
    toString(): string;
  }
  const URLSearchParams: new (
    parameters?: string | { readonly [name: string]: string } | readonly (readonly [string, string])[],
  ) => URLSearchParams;
  interface URL {
    href: string;
    protocol: string;
    username: string;
    password: string;
    host: string;
    hostname: string;
    port: string;
    pathname: string;
    search: string;
    hash: string;
    readonly origin: string;
    readonly searchParams: URLSearchParams;
    toString(): string;
  }
  const URL: new (address: string | URL, base?: string | URL) => URL;
  interface AbortSignal {
    readonly aborted: boolean;
    readonly reason: unknown;
    onabort: (() => void) | null;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
    throwIfAborted(): void;
  }
  const AbortSignal: {
    abort(reason?: unknown): AbortSignal;
    timeout(milliseconds: number): AbortSignal;
    any(signals: Iterable<AbortSignal>): AbortSignal;
  };
  class AbortController {
    readonly signal: AbortSignal;
    abort(reason?: unknown): void;
  }
  class TextEncoder {
    encode(text?: string): Uint8Array;
  }
  class TextDecoder {
    decode(bytes?: ArrayBuffer | ArrayBufferView): string;
  }
  function setTimeout<Values extends unknown[]>(run: (...values: Values) => void, milliseconds?: number, ...values: Values): number;
  function clearTimeout(timer: number | undefined): void;
  function atob(text: string): string;
  function btoa(text: string): string;
  const crypto: { randomUUID(): string; getRandomValues<Values extends Uint8Array>(values: Values): Values };
  /** Builders see the lines when they test. */
  const console: {
    log(...values: unknown[]): void;
    info(...values: unknown[]): void;
    debug(...values: unknown[]): void;
    warn(...values: unknown[]): void;
    error(...values: unknown[]): void;
  };
}
