import { expect, test } from 'vitest';
import { countAlike, type Fiber } from './fiber.ts';

type Mutable = { -readonly [name in keyof Fiber]: Fiber[name] };

const fiber = (type: unknown, line?: number): Mutable => ({
  ...{ return: null, alternate: null, child: null, sibling: null, type, key: null, stateNode: null, memoizedProps: null },
  _debugStack: line === undefined ? null : { stack: `Error\n    at Home (http://r.test/m/abc-1_2.js:${line}:3)` },
});

/** Makes the elements the children of another one. */
function put(parent: Mutable, ...children: readonly Mutable[]): void {
  parent.child = children[0] ?? null;
  for (const [index, child] of children.entries()) {
    child.return = parent;
    child.sibling = children[index + 1] ?? null;
  }
}

test('counts the elements that one place in the code creates', () => {
  const root = fiber(null);
  const items = [fiber('li', 4), fiber('li', 4), fiber('li', 9)];
  const list = fiber('ul', 3);
  put(root, list);
  put(list, ...items);
  root.stateNode = { current: root };
  expect(countAlike([items[0]!, list])).toEqual([2, 1]);
});

test('counts them in the tree that is drawn, also where a parent is known by its other version', () => {
  const root = fiber(null);
  const rows = [fiber('tr', 5), fiber('tr', 5), fiber('tr', 5)];
  const badges = rows.map(() => fiber('span', 7));
  put(root, ...rows);
  rows.forEach((row, index) => {
    const badge = badges[index]!;
    put(row, badge);
    // As React leaves it when the row is drawn again and its child is not: from a time when the row was the only one.
    const before = fiber('tr', 5);
    before.return = root;
    badge.return = before;
  });
  root.stateNode = { current: root };
  expect(countAlike([badges[0]!])).toEqual([3]);
});
