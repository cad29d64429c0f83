// The preview frame has an opaque origin, on which browser storage throws. This in-memory replacement lasts as long as the frame.

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  const methods = {
    getItem: (key: string) => items.get(String(key)) ?? null,
    setItem: (key: string, value: string) => void items.set(String(key), String(value)),
    removeItem: (key: string) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
  };
  return new Proxy(methods as unknown as Storage, {
    get(target, key) {
      if (key === 'length') return items.size;
      if (typeof key === 'symbol' || key in target) return Reflect.get(target, key);
      return items.get(key);
    },
    set(_target, key, value) {
      items.set(String(key), String(value));
      return true;
    },
    deleteProperty(_target, key) {
      items.delete(String(key));
      return true;
    },
    has: (target, key) => key in target || items.has(String(key)),
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_target, key) =>
      items.has(String(key)) ? { value: items.get(String(key)), enumerable: true, configurable: true, writable: true } : undefined,
  });
}

for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: memoryStorage(), configurable: true });

const cookies = new Map<string, string>();
Object.defineProperty(document, 'cookie', {
  configurable: true,
  get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  set(text: string) {
    const [pair = '', ...attributes] = String(text).split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    const isGone = attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute) || isPast(attribute));
    if (isGone) cookies.delete(name);
    else cookies.set(name, pair.slice(at + 1).trim());
  },
});

function isPast(attribute: string): boolean {
  const match = /^\s*expires\s*=(.*)$/i.exec(attribute);
  return match !== null && Date.parse(match[1] ?? '') <= Date.now();
}

export {};
