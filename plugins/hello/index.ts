import { definePlugin, worker } from '@sayso/core';
import { z } from 'zod';
import { hello } from './ref.ts';
import { createHello } from './service.ts';

const greeting = z.object({ _id: z.string(), text: z.string() });
export const collections = { greetings: { document: greeting } };
export const jobs = { forget: z.object({}) };

export default definePlugin({
  name: 'hello',
  contract: 1,
  config: z.object({ HELLO_WORD: z.string().default('Good day').describe('The words to greet with. Default Good day.') }),
  provides: hello,
  collections,
  workers: { shout: worker<string, string>(new URL('./shout.worker.ts', import.meta.url), { timeoutMs: 1000, memoryMb: 64 }) },
  jobs: { forget: { input: jobs.forget, run: (_input, { api }) => api.forget() } },
  start: createHello,
  graph(builder) {
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
  },
  routes(http) {
    const schema = { body: z.object({ name: z.string() }), response: { 200: greeting } };
    http.post('/api/hello', { config: { access: 'account' }, schema }, ({ body, sayso }) => sayso.get(hello).greet(body.name));
  },
});
