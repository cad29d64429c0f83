import { HOST_KINDS } from '@sayso/runtime/ref';
import { z } from 'zod';
import { appStyle } from '../collections.ts';
import type { EntitySchema } from '../ref.ts';

/** Response schemas of the routes, for the OpenAPI document and the tests. */
const text = z.string();
const nullable = text.nullable();
const names = z.record(text, text);
/** A table's JSON schema, with the permissions of its rows. */
const tableSchema: z.ZodType<EntitySchema> = z.looseObject({
  name: text,
  type: z.literal('object'),
  properties: z.record(text, z.looseObject({})),
});

/** Loose, since plain apps also return the properties that they were saved with. */
export const appAnswer = z
  .looseObject({
    id: text,
    ownerId: text,
    name: text,
    slug: text.describe('Its place in its address.'),
    url: text.describe('Its own address, once it is published.'),
    appType: z.enum(['generated', 'space', 'single_tool', 'ai']),
    status: z.enum(['draft', 'active']),
    description: text,
    currentVersionId: nullable.describe('Null before the first version.'),
    published: z.object({ versionId: text, buildId: text, at: text, mainPage: nullable.optional() }).nullable(),
    publishedVersionId: nullable,
    publishedAt: nullable,
    hasUnpublishedChanges: z.boolean(),
    style: appStyle,
    settings: z.looseObject({ mainPage: nullable, isSignupEnabled: z.boolean() }),
    thumbnailUrl: nullable,
    createdAt: text,
    updatedAt: text,
    deletedAt: nullable.describe('Set while it can be brought back.'),
  })
  .meta({ id: 'App', description: 'An app.' });

export const appsAnswer = z.object({ apps: z.array(appAnswer) }).describe('The apps.');

export const bundleAnswer = z
  .object({
    id: text,
    versionId: nullable,
    slug: text,
    name: text,
    mainPage: nullable,
    pages: names,
    components: names,
    services: names,
    modules: names,
    layout: nullable,
    globalsCss: nullable,
    entities: z.record(text, tableSchema),
    user_entity: tableSchema.nullable(),
    installedIntegrations: z.array(z.object({ package: text, endpoints: z.array(text).readonly() }).readonly()).readonly(),
  })
  .describe('Everything of one version: code by name, tables by name.');

/** Sent as a stream. */
const image = { schema: text.meta({ format: 'binary' }) as unknown as z.ZodType<ReadableStream<Uint8Array>> };
export const picture = { description: 'The picture.', content: { 'image/png': image, 'image/jpeg': image, 'image/webp': image } };

export const importedAnswer = z
  .object({
    id: text,
    name: text,
    taken: z.number().describe('Number of files of the app.'),
    left: z.array(
      z.object({
        path: text,
        reason: z
          .enum(['about', 'library', 'test', 'server', 'static', 'unknown', 'refused'])
          .describe('`library`: every app has it. `static`: no file of an app, such as a font. `refused`: `message` says why.'),
        message: text.nullable(),
      }),
    ),
    changed: z.array(z.object({ path: text, message: text })).describe('Files that came along with a change; at most 200.'),
    backEnds: z
      .array(z.object({ name: text, instead: text, files: z.array(text).readonly() }))
      .describe('Servers that the code calls, and what would replace them.'),
    hosts: z
      .array(z.object({ kind: z.enum(HOST_KINDS), host: text, path: text }).readonly())
      .describe('Hosts that the code names and that the app may not reach before its builder allows them.'),
    closed: z
      .array(
        z.object({
          table: text,
          pages: z.array(text).readonly(),
          isChanged: z.boolean(),
          columns: z.array(z.object({ name: text, isPersonal: z.boolean() }).readonly()).readonly(),
        }),
      )
      .describe(
        'Tables that pages read which need no log-in, while visitors may not read their rows. `isChanged`: such pages change its rows, too. `isPersonal`: by its name.',
      ),
    task: nullable.describe('What the assistant can be asked first; null when the code calls no other server.'),
  })
  .describe('The app, and the files that did not come along; at most 200.');

/** Sent as bytes. */
export const zip = {
  description: 'The project.',
  content: { 'application/zip': { schema: text.meta({ format: 'binary' }) as unknown as z.ZodType<Buffer> } },
};

const version = z
  .object({
    id: text,
    appId: text,
    parentId: nullable,
    createdAt: text,
    title: text,
    messageId: nullable,
    userRequest: nullable,
    name: nullable,
    isStarred: z.boolean(),
  })
  .meta({ id: 'Version', description: 'One state of the files of an app.' });

export const editAnswer = z.object({ success: z.boolean(), versionId: text, version }).describe('The new version.');

export const versionsAnswer = z
  .object({
    versions: z.array(
      z.object({ id: text, timestamp: text, messageId: nullable, content: text.describe('Its title.'), userRequest: nullable }),
    ),
  })
  .describe('The versions.');

export const versionAnswer = z
  .object({
    files: z.array(z.object({ path: text, content: text })),
    version: version.extend({ metadata: z.object({ description: text }) }),
  })
  .describe('The version and its files.');

const hex = z.string().regex(/^#[0-9a-f]{6}$/);
const accent = z.object({ light: hex, dark: hex });
export const publicApp = z
  .object({
    ...{ name: text, isSignupEnabled: z.boolean(), url: text, logoUrl: text.nullable(), accent: accent.nullable() },
    ...{ termsOfServiceLink: text.nullable(), privacyPolicyLink: text.nullable(), supportEmail: text.nullable() },
  })
  .describe('The published app.');
export const redirectTo = z.object({ redirectTo: text }).describe('Where to send the browser: the address with the code in its fragment.');
export const token = z.object({ token: text, expiresAt: text }).describe('A token of this app.');
/** Loose, since it includes what the app keeps about the person. */
export const appUser = z
  .object({ user: z.looseObject({ id: text, email: text, name: text, role: text }).nullable() })
  .describe('The person, with what the app keeps about them; null for a visitor.');
/** The empty response of a successful call. */
export const nothing = z.object({}).describe('Done.');
