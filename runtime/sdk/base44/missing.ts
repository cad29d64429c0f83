/** A function that rejects with one sentence: what an app calls and this product does not have. */
export function refuse(sentence: string): (...given: unknown[]) => Promise<never> {
  return async () => {
    throw new Error(sentence);
  };
}

/** An object whose methods are looked up by name when they are called. */
export function forwarding(find: (name: string) => unknown): Record<string, unknown> {
  return new Proxy(Object.create(null) as Record<string, unknown>, {
    // A promise resolves with the object instead of calling it, and React looks at objects that it prints.
    get: (_target, name) =>
      typeof name !== 'string' || name === 'then' || name === 'toJSON' || name === '$$typeof' ? undefined : find(name),
  });
}

/** An object whose methods all reject; those of `quiet` return a function that ends nothing. */
export function refusing(sentence: string, quiet: readonly string[]): Record<string, unknown> {
  return forwarding((name) => (quiet.includes(name) ? () => () => {} : refuse(`${sentence}${sentence.endsWith('.') ? '' : '.'}`)));
}
