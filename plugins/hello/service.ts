import { type ContextOf, newId, worker } from '@sayso/core';
import type { collections } from './collections.ts';
import type { config } from './config.ts';
import { NameMissing } from './errors.ts';
import type { Greeting, Hello } from './ref.ts';

export const workers = {
  shout: worker<string, string>(new URL('./shout.worker.ts', import.meta.url), { timeoutMs: 1000, memoryMb: 64 }),
};

type Context = ContextOf<{ config: typeof config; collections: typeof collections; workers: typeof workers }>;

/** The business rules: routes, resolvers and jobs call these methods. */
export function createHello(context: Context): Hello {
  const { greetings } = context.collections;
  return {
    async greet(name) {
      if (name.trim() === '') throw new NameMissing();
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
