import { InvalidInput, newId, type PluginContext, type WorkerSpec } from '@sayso/core';
import type { collections, jobs } from './index.ts';
import type { Greeting, Hello } from './ref.ts';

type Context = PluginContext<
  { HELLO_WORD: string },
  Record<never, never>,
  typeof collections,
  { shout: WorkerSpec<string, string> },
  typeof jobs
>;

/** The rules, once: routes, resolvers and jobs call these methods. */
export function createHello(context: Context): Hello {
  const { greetings } = context.collections;
  return {
    async greet(name) {
      if (name.trim() === '') throw new InvalidInput('A greeting needs a name.');
      const greeting: Greeting = { _id: newId(), text: await context.workers.shout(`${context.config.HELLO_WORD}, ${name.trim()}!`) };
      await greetings.insertOne(greeting);
      await context.emit('hello.greeted', greeting);
      return greeting;
    },
    list: () => greetings.find({}, { sort: { _id: -1 }, limit: 20 }),
    async *watch(signal) {
      for await (const event of context.subscribe('hello.greeted', signal)) if ('payload' in event) yield event.payload;
    },
    async forget() {
      await greetings.deleteMany({});
    },
  };
}
