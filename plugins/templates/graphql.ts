import type { Builder } from '@sayso/core';
import { templatesRef } from './ref.ts';

export function addTemplatesGraph(builder: Builder): void {
  builder.objectType('AppTemplate', {
    description: 'A complete app to begin with.',
    authScopes: { builder: true },
    fields: (t) => ({
      name: t.exposeID('name'),
      title: t.exposeString('title'),
      description: t.exposeString('description'),
      pictureUrl: t.exposeString('pictureUrl', { nullable: true, description: 'On the builder host.' }),
      isShared: t.boolean({
        description: 'Whether a builder shares it; else it comes with the product.',
        resolve: ({ shared }) => shared !== null,
      }),
      author: t.string({
        nullable: true,
        description: 'The name of the builder who shares it.',
        resolve: ({ shared }) => shared?.author ?? null,
      }),
      sharedAt: t.string({ nullable: true, resolve: ({ shared }) => shared?.at ?? null }),
      hasRows: t.boolean({
        nullable: true,
        description: 'Null for those of the product.',
        resolve: ({ shared }) => shared?.hasRows ?? null,
      }),
    }),
  });
  builder.queryField('appTemplates', (t) =>
    t.field({
      type: ['AppTemplate'],
      does: 'look',
      authScopes: { builder: true },
      description: 'access: builder',
      resolve: async (_root, _args, { get }) => [...(await get(templatesRef).list())],
    }),
  );
  builder.queryField('sharedTemplate', (t) =>
    t.field({
      type: 'AppTemplate',
      nullable: true,
      does: 'look',
      authScopes: { builder: true },
      description: 'The template that is shared of an app. access: owners of the app',
      args: { appId: t.arg.id({ required: true }) },
      resolve: (_root, { appId }, { get, actor }) => get(templatesRef).sharedOf(actor, appId),
    }),
  );
  builder.mutationField('shareTemplate', (t) =>
    t.field({
      type: 'AppTemplate',
      does: 'administer',
      authScopes: { builder: true },
      description:
        'Lets all builders begin with a copy of the app as it is now, in place of what was shared before; `withRows`: and of its newest draft rows, at most 200 of each table. access: owners of the app',
      args: {
        appId: t.arg.id({ required: true }),
        title: t.arg.string({ required: true }),
        description: t.arg.string({ required: true }),
        withRows: t.arg.boolean({ required: true }),
      },
      resolve: (_root, input, { get, actor }) => get(templatesRef).share(actor, input),
    }),
  );
  builder.mutationField('unshareTemplate', (t) =>
    t.field({
      type: 'Boolean',
      does: 'administer',
      authScopes: { builder: true },
      description: 'Takes the template of an app back; apps that were made of it stay. access: owners of the app',
      args: { appId: t.arg.id({ required: true }) },
      resolve: async (_root, { appId }, { get, actor }) => {
        await get(templatesRef).unshare(actor, appId);
        return true;
      },
    }),
  );
  builder.mutationField('createAppFromTemplate', (t) =>
    t.field({
      type: 'App',
      does: 'change-own',
      authScopes: { builder: true },
      description: 'Makes an app of a template, with its sample rows. access: builder',
      args: { name: t.arg.id({ required: true }) },
      resolve: (_root, { name }, { get, actor }) => get(templatesRef).createApp(actor, name),
    }),
  );
}
