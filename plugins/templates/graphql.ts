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
      pictureUrl: t.string({
        description: 'A JPEG of 800 × 500 pixels on the builder host.',
        resolve: ({ name }) => `/api/templates/${name}/picture`,
      }),
    }),
  });
  builder.queryField('appTemplates', (t) =>
    t.field({
      type: ['AppTemplate'],
      authScopes: { builder: true },
      description: 'access: builder',
      resolve: async (_root, _args, { get }) => [...(await get(templatesRef).list())],
    }),
  );
  builder.mutationField('createAppFromTemplate', (t) =>
    t.field({
      type: 'App',
      authScopes: { builder: true },
      description: 'Makes an app of a template, with its sample rows. access: builder',
      args: { name: t.arg.id({ required: true }) },
      resolve: (_root, { name }, { get, actor }) => get(templatesRef).createApp(actor, name),
    }),
  );
}
