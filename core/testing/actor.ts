import { randomUUID } from 'node:crypto';
import type { Actor } from '../contract/index.ts';
import type { Identify } from '../server.ts';

const HEADER = 'x-test-actor';

/** Lets tests act as any actor: a header refers to an actor registered by the test; the rest of the request path is unchanged. */
export function actorDoor(): { readonly identify: Identify; headers(as: Actor | undefined): Record<string, string> } {
  const actors = new Map<string, Actor>();
  return {
    identify: ({ headers }) => actors.get(headers.get(HEADER) ?? '') ?? null,
    headers(as) {
      if (!as) return {};
      const id = randomUUID();
      actors.set(id, as);
      return { [HEADER]: id };
    },
  };
}
