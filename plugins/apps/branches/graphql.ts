import type { Builder } from '@sayso/core';
import type { Branch, MergedTable } from '../ref.ts';
import type { Apps } from '../service.ts';
import type { Direction, Merged, MergePreview } from './branches.ts';
import type { Choice, Hunk, MergedFile, Side } from './merge.ts';

/** The branches of apps. `problem` is the type of what the compiler finds. */
export function addBranches(
  builder: Builder,
  apps: () => Apps,
  problem: ReturnType<typeof import('../versions/graphql.ts').addPreview>['problem'],
): void {
  const directions = ['merge', 'update'] as const satisfies Direction[];
  const direction = builder.enumType('MergeDirection', {
    description: "`merge`: the idea's changes into the app. `update`: the app's changes into the idea.",
    values: directions,
  });
  const sides = ['target', 'source'] as const satisfies Side[];
  const side = builder.enumType('MergeSide', {
    description: 'The text of a file that is kept: that of the target, or of the source.',
    values: sides,
  });
  const change = builder.enumType('MergeChange', { values: ['added', 'changed', 'removed'] as const });
  const branch = builder.objectRef<Branch>('AppBranch').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.exposeString('name', { description: 'What the idea is called.' }),
      app: t.field({
        type: 'App',
        description: 'The app that it is a copy of.',
        resolve: ({ appId }, _args, context) => apps().get(context.actor, appId, 'view'),
      }),
    }),
  });
  const hunk = builder.objectRef<Hunk>('MergeHunk').implement({
    extensions: { access: 'parent' },
    description: 'Lines that both sides changed; the whole texts where one side removed or both added the file, null where there is none.',
    fields: (t) => ({
      base: t.exposeString('base', { nullable: true, description: 'The lines before both changes.' }),
      target: t.exposeString('target', { nullable: true }),
      source: t.exposeString('source', { nullable: true }),
      line: t.exposeInt('line', { description: 'Where it begins in the target, from 1.' }),
    }),
  });
  const file = builder.objectRef<MergedFile>('MergedFile').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      path: t.exposeString('path'),
      change: t.expose('change', { type: change }),
      isConflict: t.exposeBoolean('isConflict', { description: 'Both sides changed it, and the changes do not go together.' }),
      hunks: t.field({
        type: [hunk],
        description: 'Of a conflict.',
        extensions: { bytes: 200_000 },
        resolve: ({ hunks }) => [...hunks],
      }),
    }),
  });
  const preview = builder.objectRef<MergePreview>('MergePreview').implement({
    authScopes: { builder: true },
    fields: (t) => ({
      targetVersionId: t.exposeID('targetVersionId', { nullable: true }),
      sourceVersionId: t.exposeID('sourceVersionId', { nullable: true }),
      files: t.field({ type: [file], description: 'What changes in the target; conflicts first.', resolve: ({ files }) => [...files] }),
      problems: t.field({
        type: [problem],
        description: 'Of the merged files, with conflicts solved for the target; those that the target has already are left out.',
        resolve: ({ problems }) => [...problems],
      }),
    }),
  });
  const choice = builder.inputRef<{ path: string; side?: Side | null; hunks?: readonly Side[] | null }>('MergeChoice').implement({
    description: 'Which side is kept of a conflict: of all hunks of the file, or of each one.',
    fields: (t) => ({
      path: t.string({ required: true }),
      side: t.field({ type: side }),
      hunks: t.field({ type: [side], description: 'In their order; used without `side`.' }),
    }),
  });
  const rowChoice = builder.inputRef<{ id: string; side: Side }>('MergeRowChoice').implement({
    fields: (t) => ({ id: t.id({ required: true }), side: t.field({ type: side, required: true }) }),
  });
  const table = builder.inputRef<Omit<MergedTable, 'rows'> & { rows?: MergedTable['rows'] | null }>('MergeTable').implement({
    description: 'The rows of a table that the app takes along.',
    fields: (t) => ({
      name: t.string({ required: true }),
      added: t.boolean({ required: true }),
      changed: t.boolean({ required: true }),
      removed: t.boolean({ required: true }),
      conflicts: t.field({ type: side, required: true, description: 'The side whose row stays where both changed it.' }),
      rows: t.field({ type: [rowChoice], description: 'Other sides for some of these rows; at most 1000.' }),
    }),
  });
  const merged = builder.objectRef<Merged>('MergedBranch').implement({
    authScopes: { builder: true },
    fields: (t) => ({
      app: t.field({ type: 'App', description: 'What has the merged files.', resolve: ({ app }) => app }),
      rowCopyId: t.exposeID('rowCopyId', {
        nullable: true,
        description: 'The job that merges the rows: `GET …/rows/copy/:id` of the app has its progress. Null without one.',
      }),
    }),
  });
  builder.objectFields('App', (t) => ({
    branch: t.field({ type: branch, nullable: true, description: 'Set in an idea that is tried on a copy.', resolve: (app) => app.branch }),
    branches: t.field({
      type: ['App'],
      description: 'The ideas that are tried on copies of the app, last changed first.',
      resolve: (app) => apps().branches.list(app),
    }),
    discardedBranches: t.field({
      type: ['App'],
      description: 'The ideas that were thrown away and can be brought back for 30 days, the last one first.',
      resolve: (app) => apps().branches.discarded(app),
    }),
  }));
  builder.queryFields((t) => ({
    mergePreview: t.field({
      type: preview,
      description: 'What a merge of an idea would do. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { id: t.arg.id({ required: true }), direction: t.arg({ type: direction, required: true }) },
      resolve: (_root, { id, direction }, context) => apps().branches.preview(context.actor, id, direction),
    }),
  }));
  builder.mutationFields((t) => ({
    startBranch: t.field({
      type: 'App',
      description: "Copies an app's code, tables and draft rows, to try an idea on. access: builder",
      does: 'change-app',
      appArgument: 'id',
      authScopes: { builder: true },
      args: { id: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
      resolve: (_root, { id, name }, context) => apps().branches.start(context.actor, id, name),
    }),
    mergeBranch: t.field({
      type: merged,
      description: 'Merges an idea; the versions are those of the preview. access: builder',
      does: 'change-app',
      appArgument: 'id',
      authScopes: { builder: true },
      args: {
        id: t.arg.id({ required: true }),
        direction: t.arg({ type: direction, required: true }),
        targetVersionId: t.arg.id(),
        sourceVersionId: t.arg.id(),
        choices: t.arg({ type: [choice] }),
        tables: t.arg({ type: [table], description: 'For merges into the app. Default: no rows.' }),
      },
      resolve: (_root, { id, direction, targetVersionId, sourceVersionId, choices, tables }, context) =>
        apps().branches.merge(context.actor, id, {
          direction,
          targetVersionId: targetVersionId ?? null,
          sourceVersionId: sourceVersionId ?? null,
          choices: new Map((choices ?? []).map(({ path, side, hunks }): [string, Choice] => [path, side ?? hunks ?? []])),
          tables: (tables ?? []).map((each) => ({ ...each, rows: each.rows ?? [] })),
        }),
    }),
    discardBranch: t.field({
      type: 'App',
      description: 'Throws an idea away, which can be brought back for 30 days; returns its app. access: builder',
      does: 'change-app',
      appArgument: 'id',
      authScopes: { builder: true },
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => apps().branches.discard(context.actor, id),
    }),
    bringBranchBack: t.field({
      type: 'App',
      description: 'Opens an idea again that was thrown away. access: builder',
      does: 'change-app',
      appArgument: 'id',
      authScopes: { builder: true },
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => apps().branches.bringBack(context.actor, id),
    }),
  }));
}
