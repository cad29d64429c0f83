import type { EventMessage, Wire } from './wire.ts';

export interface FakeWire extends Wire {
  /** What this end has sent, in order. */
  readonly sent: EventMessage[];
  /** The other end takes no messages until the returned function is called. */
  hold(): () => void;
}

/** Both ends of a connection within one process. Messages arrive as copies, in later turns of the event loop. */
export function fakeWires(): { readonly main: FakeWire; readonly member: FakeWire; cut(): void } {
  const cut = Promise.withResolvers<void>();
  let isCut = false;
  const listeners = { main: [] as ((message: EventMessage) => void)[], member: [] as ((message: EventMessage) => void)[] };

  function end(to: keyof typeof listeners): FakeWire {
    const sent: EventMessage[] = [];
    let taking: Promise<unknown> = Promise.resolve();
    return {
      sent,
      closed: cut.promise,
      listen: (listener) => void listeners[to === 'main' ? 'member' : 'main'].push(listener),
      async send(message) {
        if (isCut) return;
        sent.push(message);
        const copy = structuredClone(message);
        taking = taking.then(() => new Promise(setImmediate));
        void taking.then(() => {
          for (const listener of listeners[to]) listener(copy);
        });
        await Promise.race([taking, cut.promise]);
      },
      hold() {
        const { promise, resolve } = Promise.withResolvers<void>();
        taking = taking.then(() => promise);
        return resolve;
      },
    };
  }

  return {
    main: end('member'),
    member: end('main'),
    cut() {
      isCut = true;
      cut.resolve();
    },
  };
}
