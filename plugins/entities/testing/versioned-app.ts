import type { App, AppsApi, CommitVersion, EntitySchema, Files, PropertySchema } from '@sayso/apps/ref';
import { Conflict, NotFound } from '@sayso/core';
import { table } from './apps.ts';

/** The app `app` of `owner`, with one table, whose versions are made by commits. */
export function versionedApp(properties: Record<string, PropertySchema>) {
  const first = { 'entities/Task.json': JSON.stringify(table('all', 'admin', properties)('Task')), 'pages/Home': 'row.due; row.dueBy' };
  const versions: { id: string; files: Files }[] = [{ id: 'v1', files: first }];
  const state = { publishedId: null as string | null };
  const filesOf = (id?: string) => versions.find((version) => version.id === id)?.files ?? {};
  const find = async (id: string) => {
    const published = state.publishedId === null ? null : { versionId: state.publishedId, buildId: 'b', at: '' };
    return id === 'app' ? ({ id, ownerId: 'owner', currentVersionId: versions.at(-1)?.id, published } as App) : null;
  };
  const isAppAdmin: AppsApi['isAppAdmin'] = (actor) => actor.kind === 'account' && actor.id === 'owner';
  const api: Partial<AppsApi> = {
    find,
    isAppAdmin,
    isAppViewer: () => false,
    async get(actor, id) {
      const app = await find(id);
      if (app === null || !isAppAdmin(actor, app)) throw new NotFound('The app');
      return app;
    },
    files: async (_app, id) => filesOf(id),
    schemas: async (_app, id) => schemasOf(filesOf(id)),
    version: async (appId, id) => {
      const index = versions.findIndex((version) => version.id === id);
      return {
        id,
        appId,
        parentId: versions[index - 1]?.id ?? null,
        createdAt: '',
        title: '',
        messageId: null,
        userRequest: null,
        name: null,
        isStarred: false,
      };
    },
    async commit({ changes, baseVersionId }: CommitVersion) {
      if (baseVersionId !== versions.at(-1)?.id) throw new Conflict('The app was changed since.');
      const files = { ...versions.at(-1)?.files };
      for (const { path, content } of changes) {
        if (content === null) delete files[path];
        else files[path] = content;
      }
      const id = `v${versions.length + 1}`;
      versions.push({ id, files });
      return { id } as never;
    },
  };
  const current = () => versions.at(-1)?.files ?? {};
  return { api, current, publish: (id: string) => (state.publishedId = id) };
}

/** The tables of a version, as its files state them. */
function schemasOf(files: Files): Record<string, EntitySchema> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      const [, name] = /^entities\/(\w+)\.json$/.exec(path) ?? [];
      return name === undefined ? [] : [[name, { required: [], ...JSON.parse(text), name } as EntitySchema]];
    }),
  );
}
