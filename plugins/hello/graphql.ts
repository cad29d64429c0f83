import type { Builder } from '@sayso/core';
import { hello } from './ref.ts';

export function graph(builder: Builder): void {
  const Greeting = builder.objectType('HelloGreeting', {
    extensions: { access: 'parent' },
    fields: (t) => ({ id: t.id({ resolve: ({ _id }) => _id }), text: t.exposeString('text') }),
  });
  builder.queryField('helloGreetings', (t) =>
    t.field({ type: [Greeting], authScopes: { public: true }, resolve: (_root, _args, { get }) => get(hello).list() }),
  );
  builder.mutationField('helloGreet', (t) =>
    t.field({
      type: Greeting,
      authScopes: { account: true },
      args: { name: t.arg.string({ required: true }) },
      resolve: (_root, { name }, { get }) => get(hello).greet(name),
    }),
  );
  builder.subscriptionField('helloGreeted', (t) =>
    t.field({
      type: Greeting,
      authScopes: { account: true },
      subscribe: (_root, _args, { get, signal }) => get(hello).watch(signal),
      resolve: (event) => event,
    }),
  );
}
