import type { Builder } from '@sayso/core';
import { type PageInfo, type PreviewBuild, runtimeRef } from '@sayso/runtime/ref';
import type { PreviewSession } from '../publishing/publishing.ts';
import type { EntitySchema } from '../ref.ts';
import type { Apps } from '../service.ts';
import type { FileDifference } from './differences.ts';
import { type FileKind, fileKind } from './paths.ts';

/** `Version` with its files, pages and tables. */
export function addVersion(builder: Builder, apps: () => Apps) {
  const kinds = ['page', 'component', 'service', 'entity', 'layout', 'globalsCss', 'module', 'asset'] as const satisfies FileKind[];
  const kind = builder.enumType('AppFileKind', { values: kinds });
  const file = builder.objectRef<{ path: string; content: string }>('AppFile').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      path: t.exposeString('path', {
        description: '`pages/Home`, `components/HabitCard`, `services/stats`, `entities/Habit.json`, `layout`, `globals.css`.',
      }),
      kind: t.field({ type: kind, resolve: ({ path }) => fileKind(path) }),
      content: t.exposeString('content'),
    }),
  });
  const page = builder.objectRef<PageInfo>('AppPage').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.exposeString('name'),
      path: t.exposeString('path', { description: 'The page name lower-cased with dashes removed.' }),
      isMain: t.exposeBoolean('isMain'),
    }),
  });
  const table = builder.objectRef<EntitySchema>('AppTable').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.string({ resolve: ({ name }) => name }),
      schema: t.field({
        type: 'JSON',
        description: 'JSON schema with `x-accessControl.permissions`.',
        resolve: (schema) => schema,
      }),
    }),
  });
  const status = builder.enumType('FileStatus', { values: ['added', 'modified', 'deleted'] as const });
  const difference = builder.objectRef<FileDifference>('FileDifference').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      path: t.exposeString('path'),
      status: t.expose('status', { type: status }),
      before: t.exposeString('before', { nullable: true, description: 'The whole text; null for an added file.' }),
      after: t.exposeString('after', { nullable: true, description: 'The whole text; null for a deleted file.' }),
    }),
  });
  builder.objectType('Version', {
    authScopes: { builder: true },
    fields: (t) => ({
      id: t.exposeID('id'),
      appId: t.exposeID('appId'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      title: t.exposeString('title', { description: 'What it was made for, in a few words: the request, or `Edited pages/Home`.' }),
      messageId: t.exposeID('messageId', { nullable: true }),
      parentId: t.exposeID('parentId', { nullable: true, description: 'The version before it; null for the first.' }),
      userRequest: t.exposeString('userRequest', { nullable: true, description: "The builder's request; null unless made by a message." }),
      name: t.exposeString('name', { nullable: true, description: 'What the builder calls it.' }),
      isStarred: t.exposeBoolean('isStarred'),
      changes: t.field({
        type: [difference],
        description: 'The files that differ from version `since`, by path; by default from the version before it.',
        args: { since: t.arg.id() },
        extensions: { bytes: 200_000 },
        resolve: ({ appId, id, parentId }, { since }) => apps().versionChanges(appId, since ?? parentId, id),
      }),
      files: t.field({
        type: [file],
        extensions: { bytes: 200_000 },
        resolve: async ({ appId, id }) => Object.entries(await apps().files(appId, id)).map(([path, content]) => ({ path, content })),
      }),
      pages: t.field({
        type: [page],
        // Page names are small, but reading them loads all files.
        extensions: { bytes: 1000 },
        resolve: async ({ appId, id }, _args, context) => {
          const [app, files] = await Promise.all([apps().find(appId), apps().files(appId, id)]);
          return [...context.get(runtimeRef).pages({ files, mainPage: app?.settings.mainPage ?? null })];
        },
      }),
      tables: t.field({
        type: [table],
        resolve: async ({ appId, id }) => Object.values(await apps().schemas(appId, id)),
      }),
    }),
  });
  return { page };
}

/** The result of `startPreview`. */
export function addPreview(builder: Builder, page: ReturnType<typeof addVersion>['page']) {
  const problem = builder.objectRef<PreviewBuild['problems'][number]>('CompileProblem').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      path: t.exposeString('path'),
      line: t.exposeInt('line', { nullable: true }),
      column: t.exposeInt('column', { nullable: true }),
      message: t.exposeString('message'),
      severity: t.exposeString('severity'),
    }),
  });
  const build = builder.objectRef<PreviewBuild>('PreviewBuild').implement({
    authScopes: { builder: true },
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Hash of everything that the frame runs.' }),
      versionId: t.exposeID('versionId'),
      manifest: t.field({
        type: 'JSON',
        description: 'Handed to the frame as it is; its shape belongs to the runtime.',
        resolve: ({ manifest }) => manifest,
      }),
      pages: t.field({ type: [page], resolve: ({ pages }) => [...pages] }),
      problems: t.field({ type: [problem], resolve: ({ problems }) => [...problems] }),
    }),
  });
  const session = builder.objectRef<PreviewSession>('PreviewSession').implement({
    authScopes: { builder: true },
    fields: (t) => ({
      build: t.field({ type: build, resolve: (session) => session.build }),
      token: t.exposeString('token', {
        description: 'The app token for the frame; given to it by message only, never put in an address.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
      frameUrl: t.exposeString('frameUrl', {
        description: "Address of the preview frame's shell on the runtime host; the same for all versions.",
      }),
    }),
  });
  return { build, session, problem };
}
