import type { DescribedCalls } from '@sayso/core';
import { freshSessionMiddleware, requestOnlySessionMiddleware, sensitiveSessionMiddleware, sessionMiddleware } from 'better-auth/api';
import { openAPI } from 'better-auth/plugins';
import { createIdentity, type Identity, type IdentityOptions } from './identity.ts';

type JsonObject = Record<string, unknown>;
interface Call {
  readonly description?: string;
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses?: Readonly<Record<string, JsonObject>>;
}

const SESSION = new Set<unknown>([sessionMiddleware, sensitiveSessionMiddleware, freshSessionMiddleware, requestOnlySessionMiddleware]);
const SESSION_SECURITY = [{ session: [] }, { bearer: [] }];
const REDIRECT = { 302: { description: 'Leads the browser on: to a page of the builder, or to the provider.' } };
/** Calls that only redirect a browser; for some of them better-auth documents a response that is never sent. */
const REDIRECTS = new Set(['/callback/{id}']);
/** Descriptions that better-auth lacks. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/callback/{id}': 'Where a provider sends the browser back to after a sign-in',
};

/** Every call under `/api/auth/*`, from better-auth's own description of this configuration. Opens no connection. */
export async function describeCalls(): Promise<DescribedCalls> {
  const identity = createIdentity(forReading());
  const context = await identity.$context;
  const read = openAPI().endpoints.generateOpenAPISchema as unknown as (input: object) => Promise<{
    readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
    readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  }>;
  const { components, paths } = await read({ context });
  const needsSession = sessionCalls(identity);
  const described = Object.entries(paths).map(([path, calls]) => [
    `/api/auth${path}`,
    Object.fromEntries(Object.entries(calls).map(([method, call]) => [method, describeCall(path, call, needsSession.has(path))])),
  ]);
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [`Auth${name}`, schema]);
  return valid({ paths: Object.fromEntries(described), schemas: Object.fromEntries(schemas) }) as DescribedCalls;
}

function describeCall(path: string, call: Call, isForSession: boolean): JsonObject {
  const { parameters = [], requestBody } = call;
  const answers = Object.entries(call.responses ?? {}).filter(([status]) => /^[23]/.test(status));
  const body = path === '/sign-up/email' && requestBody ? withoutName(requestBody) : requestBody;
  return {
    tags: ['auth'],
    summary: call.description ?? DESCRIPTIONS[path],
    'x-access': isForSession ? 'account' : 'public',
    security: isForSession ? SESSION_SECURITY : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: REDIRECTS.has(path) ? REDIRECT : Object.fromEntries(answers),
  };
}

/** Paths of the calls that require a session. */
function sessionCalls({ api }: Identity): Set<string> {
  const endpoints = Object.values(api) as unknown as readonly { readonly path?: string; readonly options?: { use?: readonly unknown[] } }[];
  const asking = endpoints.filter(({ options }) => options?.use?.some((middleware) => SESSION.has(middleware)));
  return new Set(asking.map(({ path = '' }) => path.replaceAll(/:(\w+)/g, '{$1}')));
}

/** The route fills in a missing name, so the body does not require one. */
function withoutName(requestBody: JsonObject): JsonObject {
  const copy = structuredClone(requestBody) as { content?: { 'application/json'?: { schema?: { required?: string[] } } } };
  const schema = copy.content?.['application/json']?.schema;
  if (schema?.required) schema.required = schema.required.filter((field) => field !== 'name');
  return copy as JsonObject;
}

/** Makes the library's schemas valid OpenAPI 3.1, which has neither `nullable` nor a list of values as a type. */
function valid(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valid);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, type, $ref, ...rest } = value as JsonObject;
  const entries = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, valid(one)]));
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/components/schemas/Auth') };
  if (Array.isArray(type) && type.some((one) => !TYPES.has(one as string))) return { ...entries, type: 'string', enum: type };
  if (nullable === true && typeof type === 'string') return { ...entries, type: [type, 'null'] };
  return type === undefined ? entries : { ...entries, type: valid(type) };
}
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Stub options that enable every optional call, for reading the description only. */
function forReading(): IdentityOptions {
  const unused = (): never => {
    throw new Error('Nothing runs while the calls are described.');
  };
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  return {
    host: { builderUrl: 'http://localhost:4000', runtimeUrl: 'http://localhost:4001', deriveKey: () => new Uint8Array(32) },
    config: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' } as IdentityOptions['config'],
    collections: {},
    users: undefined as never,
    log,
    hashing: undefined as never,
    hooks: undefined as never,
    signUps: {} as never,
    limits: undefined as never,
    onChanged: unused,
    onStored: unused,
    onCreated: unused,
    onPasswordReset: unused,
    sendResetMail: unused,
    sendVerifyMail: unused,
  };
}
