import { domainToASCII } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Forbidden, InvalidInput } from '@sayso/core';
import { type AppHosts, HOST_KINDS, type HostKind, isHost } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { AppSettings } from '../ref.ts';

const runs = z.int('must be a whole number from 1 to 100.').min(1, 'must be from 1 to 100.').max(100, 'must be from 1 to 100.').nullable();
const flag = z.boolean('must be true or false.');
/** Calls in a day; null: the operator's limit. */
const limit = z.int('must be a whole number.').min(0, 'must not be below 0.').max(1_000_000, 'is at most 1000000.').nullable();
const line = (length: number) => z.string('must be text.').trim().max(length, `has at most ${length} characters.`);
const emptyIsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullable());
const link = emptyIsNull(
  line(2000).refine((text) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text), 'must be an address that starts with https://.'),
);
const MAX_HOSTS = 50;
/** A name with the letters of other languages as policies have it (RFC 5891); what is no name stays. */
const inAscii = (host: string): string => {
  const [, any = '', name = '', port = ''] = /^(\*\.)?([^:]*)(:\d+)?$/.exec(host.toLowerCase()) ?? [];
  const ascii = /[^\0-\x7f]/.test(name) ? domainToASCII(name) : '';
  return ascii === '' ? host.toLowerCase() : `${any}${ascii}${port}`;
};
const hostsOf = (kind: HostKind) =>
  z
    .array(line(300), 'must be a list of hosts.')
    .max(MAX_HOSTS, `has at most ${MAX_HOSTS} hosts for ${kind}.`)
    .transform((hosts) => [...new Set(hosts.map(inAscii).filter((host) => host !== ''))])
    .superRefine((hosts, { addIssue }) => {
      const bad = hosts.find((host) => !isHost(kind, host));
      if (bad !== undefined)
        addIssue({ code: 'custom', message: `names "${bad}", which is no host: write a name such as api.example.com or *.example.com.` });
    });
const steps = (value: number): boolean => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9;

/** The settings of section 3 of the specification that are validated; others are kept as given. */
const KNOWN: Readonly<Record<string, z.ZodType>> = {
  mainPage: emptyIsNull(line(100)),
  isSignupEnabled: flag,
  visitorsMayUpload: flag,
  visitorsMayInvokeLLM: flag,
  visitorsMaySendEmail: flag,
  visitorsMayGenerateImage: flag,
  visitorsMayExtractData: flag,
  mailFields: z
    .array(z.string().regex(/^[A-Za-z]\w{0,63}\.[A-Za-z_]\w{0,63}$/, 'must be columns such as Guest.email.'), 'must be a list of columns.')
    .max(20, 'has at most 20 columns.')
    .nullable(),
  integrationLimits: z
    .record(z.string().max(200), z.object({ perCaller: limit.optional(), perApp: limit.optional() }), 'must be limits by endpoint.')
    .refine((limits) => Object.keys(limits).length <= 200, 'must be limits of at most 200 endpoints.')
    .nullable(),
  hosts: z.strictObject(
    Object.fromEntries(HOST_KINDS.map((kind) => [kind, hostsOf(kind)])),
    'must be lists of hosts by what they are for.',
  ),
  termsOfServiceLink: link,
  privacyPolicyLink: link,
  supportEmail: emptyIsNull(line(320).pipe(z.email('must be an email address.'))),
  customDomain: emptyIsNull(
    line(253)
      .toLowerCase()
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'must be a host name such as app.example.com.'),
  ),
  aiModel: emptyIsNull(line(200)),
  modelTemperature: z
    .number('must be a number from 0 to 2.')
    .min(0, 'must be from 0 to 2.')
    .max(2, 'must be from 0 to 2.')
    .refine(steps, 'must be in steps of 0.1.'),
  aiQueryMethod: emptyIsNull(line(100)),
  dailyUserLimit: runs,
  weeklyUserLimit: runs,
  creditsPerRun: z.number('must be a number from 0 to 20.').min(0, 'must be from 0 to 20.').max(20, 'must be from 0 to 20.'),
  isClaimable: flag,
  requireBuilderCollaboratorAccount: flag,
  isToolTemplate: flag,
  isAppTemplate: flag,
  isProTool: flag,
  userCanEditResults: flag,
  isPaidMembershipsEnabled: flag,
  templateCategory: line(100).nullable(),
  templateCategories: z
    .array(line(100).min(1, 'Category name cannot be empty'), 'must be a list of categories.')
    .max(50)
    .refine((names) => new Set(names.map((name) => name.toLowerCase())).size === names.length, 'Category already exists'),
};

/**
 * Admins of the installation only (section 6). A custom domain has to be pointed at this server by its operator, and other builders could
 * not prove that they own it.
 */
const ADMIN_ONLY = new Set(
  (
    'aiModel modelTemperature aiQueryMethod creditsPerRun userCanEditResults isClaimable requireBuilderCollaboratorAccount ' +
    'isAppTemplate isToolTemplate templateCategory templateCategories templateImageUrl templateDescription isProTool customDomain'
  ).split(' '),
);
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const MAX_SIZE = 50_000;
const MAX_PROPS_SIZE = 500_000;

/** A page reaches its own app and nothing else. */
export const NO_HOSTS: AppHosts = { scripts: [], styles: [], pictures: [], frames: [], calls: [] };

export const defaultSettings: AppSettings = {
  mainPage: null,
  isSignupEnabled: false,
  termsOfServiceLink: null,
  privacyPolicyLink: null,
  supportEmail: null,
  hosts: NO_HOSTS,
};

/** Defaults of settings that are not simply empty. */
const DEFAULTS: Readonly<Record<string, unknown>> = { ...defaultSettings, modelTemperature: 0.7, creditsPerRun: 1 };

export interface SettingsChange {
  readonly changes: Readonly<Record<string, unknown>>;
  /** Of the installation. */
  readonly isAdmin: boolean;
  readonly isPublished: boolean;
}

/** Applies a change of settings; throws `InvalidInput` naming every bad one, and `Forbidden` for what only admins change. */
export function changeSettings(before: AppSettings, { changes, isAdmin, isPublished }: SettingsChange): AppSettings {
  const next: Record<string, unknown> = { ...before };
  const issues: { path: string; message: string }[] = [];
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const parsed = parseSetting(name, value);
    if ('message' in parsed) {
      issues.push({ path: name, message: parsed.message });
      continue;
    }
    if (ADMIN_ONLY.has(name) && !isAdmin && isChanged(before, name, parsed.value))
      throw new Forbidden(`Only admins may change the setting "${name}".`);
    next[name] = parsed.value;
  }
  if (JSON.stringify(next).length > MAX_SIZE) issues.push({ path: '', message: 'The settings of an app are too large.' });
  const [first] = issues;
  if (first) throw new InvalidInput(`${first.path} ${first.message}`.trim(), issues);
  checkSignup(before, next, isPublished);
  return next as AppSettings;
}

function parseSetting(name: string, value: unknown): { readonly value: unknown } | { readonly message: string } {
  if (!NAME.test(name)) return { message: 'is not the name of a setting.' };
  const rule = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  const parsed = (rule ?? z.json()).safeParse(value);
  return parsed.success ? { value: parsed.data } : { message: parsed.error.issues[0]?.message ?? 'is not valid.' };
}

/** A panel sends all its settings back: unchanged ones are not rejected. */
function isChanged(before: AppSettings, name: string, value: unknown): boolean {
  return !isDeepStrictEqual(value, before[name] ?? DEFAULTS[name] ?? emptyOf(value));
}

/** Limits the size of the properties, which every read of an app loads. Throws `InvalidInput`. */
export function checkProps(props: Readonly<Record<string, unknown>>): void {
  if (JSON.stringify(props).length > MAX_PROPS_SIZE)
    throw new InvalidInput(`The properties of an app have at most ${MAX_PROPS_SIZE} characters in all.`);
}

/**
 * Sign-up needs an address of the app's own, and payment needs sign-up (section 4). Rejects changes only: a setting that was valid when
 * made stays, without effect while the app is not published.
 */
function checkSignup(before: AppSettings, next: Readonly<Record<string, unknown>>, isPublished: boolean): void {
  const turned = (name: string, on: boolean) => next[name] === on && (before[name] ?? false) !== on;
  const refuse = (path: string, message: string): never => {
    throw new InvalidInput(message, [{ path, message }]);
  };
  if (turned('isSignupEnabled', true) && !isPublished && !next['customDomain'])
    refuse('isSignupEnabled', 'Publish your app first: people sign up at its address.');
  if (turned('isSignupEnabled', false) && next['isPaidMembershipsEnabled'] === true)
    refuse('isSignupEnabled', 'Turn paid memberships off first: they need user signup.');
  if (turned('isPaidMembershipsEnabled', true) && next['isSignupEnabled'] !== true)
    refuse('isPaidMembershipsEnabled', 'For paid memberships, you have to enable user signup and set custom domain');
}

function emptyOf(value: unknown): unknown {
  if (value === false) return false;
  return Array.isArray(value) ? [] : null;
}
