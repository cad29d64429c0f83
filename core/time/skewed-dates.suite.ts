import { AsyncLocalStorage } from 'node:async_hooks';

const skews = new AsyncLocalStorage<number>();

/** Gives each node of a test a clock of its own: within `onNode`, `Date` is as far ahead as that node's clock. Returns the undo. */
export function skewDates(): () => void {
  const Real = globalThis.Date;
  const now = (): number => Real.now() + (skews.getStore() ?? 0);
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return () => {
    globalThis.Date = Real;
  };
}

/** Runs `work`, and all that it starts, on a machine whose clock is `skewMs` ahead. */
export function onNode<T>(skewMs: number, work: () => T): T {
  return skews.run(skewMs, work);
}
