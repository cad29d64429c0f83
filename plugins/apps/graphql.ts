import type { Builder, Edge } from '@sayso/core';
import { addBranches } from './branches/graphql.ts';
import { addBuilders } from './builders/graphql.ts';
import { addElements } from './elements/graphql.ts';
import type { AppInUse } from './members/access.ts';
import { addPeopleInApp, addPersonInApp } from './members/graphql.ts';
import { addApp } from './records/graphql.ts';
import { addMutations } from './records/mutations.ts';
import type { Apps } from './service.ts';
import { addPreview, addVersion } from './versions/graphql.ts';

/** Everything about apps in the graph. The chat adds its own fields to `App`. */
export function graph(builder: Builder, { service: apps }: Edge<Apps>): void {
  const { appType } = addApp(builder, apps);
  const { page } = addVersion(builder, apps);
  const { build, session, problem } = addPreview(builder, page);
  addBuilders(builder, apps);
  addPeopleInApp(builder, apps);
  addPersonInApp(builder, apps);
  addElements(builder, apps);
  addBranches(builder, apps, problem);
  addMutations(builder, apps, { appType, session, problem });

  const inUse = builder.objectRef<AppInUse>('AppInUse').implement({
    description: 'A published app that the caller has an account in.',
    authScopes: { account: true },
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      url: t.exposeString('url'),
      logoUrl: t.exposeString('logoUrl', { nullable: true }),
    }),
  });
  builder.queryFields((t) => ({
    appsInUse: t.field({
      type: [inUse],
      description: 'The published apps that the caller has logged in to as a user, last joined first. access: account',
      does: 'look',
      authScopes: { account: true },
      resolve: (_root, _args, context) => apps().access.appsInUse(context.actor),
    }),
    apps: t.field({
      type: ['App'],
      description: 'The apps that the caller builds, last changed first, deleted ones left out. access: builder',
      does: 'look',
      authScopes: { builder: true },
      resolve: (_root, _args, context) => apps().list(context.actor),
    }),
    app: t.field({
      type: 'App',
      description: 'One app of the caller; 404 for apps that the caller does not build. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => apps().get(context.actor, id, 'view'),
    }),
  }));
  builder.subscriptionFields((t) => ({
    appChanged: t.field({
      type: 'App',
      description: 'The app after each change: name, status, versions, publishing. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      subscribe: (_root, { appId }, context) => apps().changes(context.actor, appId, context.signal),
      resolve: (app) => app,
    }),
    previewBuilt: t.field({
      type: build,
      description:
        'The preview of the current version after each change of it, from the next one on; `startPreview` gives the first. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      subscribe: (_root, { appId }, context) => apps().builds(context.actor, appId, context.signal),
      resolve: (made) => made,
    }),
  }));
}
