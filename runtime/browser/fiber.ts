/** What the frame reads of React's own tree; it has React's development build, which keeps where an element was written. */
export interface Fiber {
  readonly return: Fiber | null;
  /** The other one of a pair of which one is drawn. */
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly type: unknown;
  readonly key: string | null;
  readonly stateNode: unknown;
  readonly memoizedProps: unknown;
  readonly _debugStack?: { readonly stack?: string } | null;
}

/** React keeps its tree in a property of each node, whose name ends at random. */
export function fiberAt(node: Element | null): Fiber | null {
  for (let at = node; at !== null; at = at.parentElement) {
    const name = Object.keys(at).find((key) => key.startsWith('__reactFiber$'));
    const fiber = name === undefined ? undefined : (at as unknown as Record<string, Fiber>)[name];
    if (fiber !== undefined) return currentOf(fiber);
  }
  return null;
}

/** Of a pair of fibers that which is drawn: the other one may be from before an edit. The root knows its own; the others follow from above. */
function currentOf(fiber: Fiber): Fiber {
  const path: Fiber[] = [];
  for (let at: Fiber | null = fiber; at !== null; at = at.return) path.push(at);
  let current = rootOf(path.pop() ?? fiber);
  for (const wanted of path.reverse()) {
    let child = current.child;
    while (child !== null && child !== wanted && child !== wanted.alternate) child = child.sibling;
    if (child === null) return fiber;
    current = child;
  }
  return current;
}

const rootOf = (top: Fiber): Fiber => (top.stateNode as { readonly current?: Fiber } | null)?.current ?? top;

const OWN_CODE = /\/m\/(?:\d+\/)?[\w-]+\.js(?:\?again=\d+)?:\d+:\d+/;

/** Where the app's own code creates the element, in the module as it runs; null for an element of a library. */
export const creationOf = ({ _debugStack }: Fiber): string | null => OWN_CODE.exec(_debugStack?.stack ?? '')?.[0] ?? null;

/** Fibers of one type whose stacks are compared; formatting a stack takes about 20 µs. */
const MAX_COMPARED = 5_000;

/** How many elements of the tree each of these is one of, by the place in the code that creates them. */
export function countAlike(fibers: readonly Fiber[]): number[] {
  const wanted = fibers.map((fiber) => ({ fiber, creation: creationOf(fiber), count: 0 }));
  const types = new Set(fibers.map(({ type }) => type));
  let compared = 0;
  let first = fibers[0] ?? null;
  while (first?.return) first = first.return;
  const top = first === null ? null : rootOf(first);
  const look = (fiber: Fiber) => {
    if (!types.has(fiber.type) || compared >= MAX_COMPARED) return;
    compared += 1;
    const creation = creationOf(fiber);
    for (const one of wanted) if (one.fiber.type === fiber.type && one.creation === creation) one.count += 1;
  };
  // Without recursion: a tree may be deeper than the stack. Downwards only: `return` may lead to the version of a parent that is not drawn.
  const pending = top === null ? [] : [top];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    look(at);
    if (at.sibling !== null) pending.push(at.sibling);
    if (at.child !== null) pending.push(at.child);
  }
  return wanted.map(({ count }) => Math.max(1, count));
}
