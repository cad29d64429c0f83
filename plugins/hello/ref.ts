import { serviceRef } from '@sayso/core';

export interface Greeting {
  readonly _id: string;
  readonly text: string;
}

/** What other plugins may ask of this one. They import this file alone, and list the ref in their `needs`. */
export interface Hello {
  /** Greets by name and remembers it. */
  greet(name: string): Promise<Greeting>;
  /** The newest greetings first, 20 at most. */
  list(): Promise<Greeting[]>;
  /** Greetings from now on, until the signal aborts. */
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
