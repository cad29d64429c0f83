import { createElement } from 'react';

/** A hook in a real React root, and its last result. */
export interface RenderedHook<T> extends Disposable {
  readonly current: T;
  /** Resolves with the first result that satisfies the condition, now or after a later render. */
  until(condition: (value: T) => boolean): Promise<T>;
}

/**
 * Runs a React hook with react-dom, without a browser: the component renders nothing, so only the container of the document is accessed.
 */
export async function renderHook<T>(hook: () => T): Promise<RenderedHook<T>> {
  standInForTheDocument();
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(container());
  const waiting = new Set<() => void>();
  let current: { readonly value: T } | null = null;
  const value = (): T => {
    if (current === null) throw new Error('The hook was not rendered yet.');
    return current.value;
  };
  const until = (condition: (answer: T) => boolean): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    const check = () => {
      if (current === null || !condition(current.value)) return;
      waiting.delete(check);
      resolve(current.value);
    };
    waiting.add(check);
    check();
    return promise;
  };
  const show = (answer: T): void => {
    current = { value: answer };
    queueMicrotask(() => {
      for (const check of [...waiting]) check();
    });
  };
  root.render(createElement(Probe<T>, { hook, show }));
  await until(() => true);
  return {
    get current() {
      return value();
    },
    until,
    [Symbol.dispose]: () => root.unmount(),
  };
}

interface ProbeProps<T> {
  readonly hook: () => T;
  show(answer: T): void;
}

function Probe<T>({ hook, show }: ProbeProps<T>): null {
  show(hook());
  return null;
}

const noListeners = { addEventListener: () => undefined, removeEventListener: () => undefined };

function container(): Element {
  const document = { nodeType: 9, ...noListeners };
  return {
    nodeType: 1,
    tagName: 'DIV',
    namespaceURI: 'http://www.w3.org/1999/xhtml',
    ownerDocument: document,
    ...noListeners,
  } as unknown as Element;
}

function standInForTheDocument(): void {
  const scope = globalThis as { window?: unknown; document?: unknown };
  scope.document ??= { nodeType: 9, visibilityState: 'visible', activeElement: null, ...noListeners };
  scope.window ??= { ...noListeners, document: scope.document, HTMLIFrameElement: class {} };
}
