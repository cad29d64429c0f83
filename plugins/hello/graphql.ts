import type { Builder, Edge } from '@sayso/core';
import type { Hello } from './ref.ts';

export function graph(builder: Builder, { service }: Edge<Hello>): void {
  const Greeting = builder.objectType('HelloGreeting', {
    extensions: { access: 'parent' },
    fields: (t) => ({ id: t.id({ resolve: ({ _id }) => _id }), text: t.exposeString('text') }),
  });
  builder.queryField('helloGreetings', (t) =>
    t.field({ type: [Greeting], does: 'look', authScopes: { public: true }, resolve: () => service().list() }),
  );
  builder.mutationField('helloGreet', (t) =>
    t.field({
      type: Greeting,
      does: 'change-own',
      authScopes: { account: true },
      args: { name: t.arg.string({ required: true }) },
      resolve: (_root, { name }) => service().greet(name),
    }),
  );
  builder.subscriptionField('helloGreeted', (t) =>
    t.field({
      type: Greeting,
      does: 'look',
      authScopes: { account: true },
      subscribe: (_root, _args, { signal }) => service().watch(signal),
      resolve: (event) => event,
    }),
  );
}
