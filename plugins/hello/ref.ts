import { serviceRef } from '@sayso/core';
import type { z } from 'zod';
import type { greeting } from './collections.ts';

export type Greeting = z.output<typeof greeting>;

/** The service for other plugins. They import only this file, and list the ref in their `needs`. */
export interface Hello {
  /** Creates and stores a greeting. Throws `NameMissing`. */
  greet(name: string): Promise<Greeting>;
  /** The newest greetings first, 20 at most. */
  list(): Promise<Greeting[]>;
  /** New greetings from this call on, until the signal aborts. */
  watch(signal: AbortSignal): AsyncIterable<Greeting>;
  /** Removes all greetings. */
  forget(): Promise<void>;
}
export const hello = serviceRef<Hello>('hello');

declare module '@sayso/core' {
  interface GraphObjects {
    HelloGreeting: Greeting;
  }
  interface EventMap {
    'hello.greeted': Greeting;
  }
}
