/** A copy of a value as `structuredClone` makes it, cycles and shared parts included. Throws `DataCloneError` for what cannot be copied. */
export function clone<T>(value: T, copies = new Map<unknown, unknown>()): T {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException('A function or symbol cannot be cloned.', 'DataCloneError');
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as T;
  const copy = leafOf(value, copies);
  if (copy !== null) copies.set(value, copy);
  return (copy ?? containerOf(value, copies)) as T;
}

/** A copy of what holds no other values; null for others. */
function leafOf(value: object, copies: Map<unknown, unknown>): object | null {
  if (value instanceof Date) return new Date(value);
  if (value instanceof RegExp) return new RegExp(value);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (ArrayBuffer.isView(value)) return viewOf(value, copies);
  if (value instanceof Error) return errorOf(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return Object(value.valueOf());
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
    throw new DOMException('This object cannot be cloned.', 'DataCloneError');
  return null;
}

/** The copy is known before its members are copied: they may hold it. */
function containerOf(value: object, copies: Map<unknown, unknown>): object {
  if (value instanceof Map) {
    const copy = new Map();
    copies.set(value, copy);
    for (const [key, each] of value) copy.set(clone(key, copies), clone(each, copies));
    return copy;
  }
  if (value instanceof Set) {
    const copy = new Set();
    copies.set(value, copy);
    for (const each of value) copy.add(clone(each, copies));
    return copy;
  }
  const copy = Array.isArray(value) ? new Array(value.length) : {};
  copies.set(value, copy);
  for (const [key, each] of Object.entries(value))
    Object.defineProperty(copy, key, { value: clone(each, copies), configurable: true, enumerable: true, writable: true });
  return copy;
}

/** A view of a copy of its buffer, which all views of the buffer share. */
function viewOf(view: ArrayBufferView, copies: Map<unknown, unknown>): ArrayBufferView {
  const View = view.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => ArrayBufferView;
  const length = view instanceof DataView ? view.byteLength : (view as Uint8Array).length;
  return new View(clone(view.buffer, copies), view.byteOffset, length);
}

function errorOf({ name, message, stack, cause }: Error): Error {
  const copy = new Error(message);
  Object.defineProperty(copy, 'name', { value: name, configurable: true, writable: true });
  Object.defineProperty(copy, 'stack', { value: stack, configurable: true, writable: true });
  return cause === undefined ? copy : Object.assign(copy, { cause });
}
