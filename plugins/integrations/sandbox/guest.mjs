/**
 * Runs inside of the guest, before its code: gives it `fetch`, `console`, timers and `sayso.call`. Its source is evaluated there, so it may
 * use nothing of this module. Code that changes it changes its own realm alone.
 */
export function installGuest(outside) {
  const { parse, stringify } = JSON;
  const waiting = new Map();
  let calls = 0;
  let module;
  const call = (name, value, signal) => {
    const id = String(++calls);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      waiting.set(id, {
        resolve,
        reject,
      });
      outside('call', id, name, stringify(value) ?? 'null');
      signal?.addEventListener('abort', () => {
        if (!waiting.delete(id)) return;
        outside('cancel', id);
        reject(signal.reason);
      });
    }).then((json) => parse(json));
  };
  class DOMException extends Error {
    constructor(message = '', name = 'Error') {
      super(message);
      Object.defineProperty(this, 'name', { value: name, configurable: true });
    }
  }
  /** The engine has no events: a signal knows the one event that it has. */
  class AbortSignal {
    aborted = false;
    reason;
    onabort = null;
    #listeners = new Set();
    addEventListener(type, listener) {
      if (type === 'abort') this.#listeners.add(listener);
    }
    removeEventListener(_type, listener) {
      this.#listeners.delete(listener);
    }
    throwIfAborted() {
      if (this.aborted) throw this.reason;
    }
    /** Of the controller. */
    static end(signal, reason = new DOMException('The operation was aborted.', 'AbortError')) {
      if (signal.aborted) return;
      signal.aborted = true;
      signal.reason = reason;
      const event = { type: 'abort', target: signal };
      const listeners = [...signal.#listeners, signal.onabort];
      signal.#listeners.clear();
      for (const listener of listeners) {
        if (typeof listener === 'function') listener.call(signal, event);
        else listener?.handleEvent?.(event);
      }
    }
    static abort(reason) {
      const signal = new AbortSignal();
      AbortSignal.end(signal, reason);
      return signal;
    }
    static timeout(ms) {
      const signal = new AbortSignal();
      setTimeout(() => AbortSignal.end(signal, new DOMException('The operation timed out.', 'TimeoutError')), ms);
      return signal;
    }
    static any(signals) {
      const all = [...signals];
      const signal = new AbortSignal();
      const first = all.find(({ aborted }) => aborted);
      if (first !== undefined) AbortSignal.end(signal, first.reason);
      else for (const one of all) one.addEventListener('abort', () => AbortSignal.end(signal, one.reason));
      return signal;
    }
  }
  class AbortController {
    signal = new AbortSignal();
    abort(reason) {
      AbortSignal.end(this.signal, reason);
    }
  }
  const toBase64 = (bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  const bodyOf = (body, headers) => {
    if (body === undefined || body === null) return {};
    if (body instanceof URLSearchParams) {
      if (!headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
      return { text: body.toString() };
    }
    if (body instanceof ArrayBuffer) return { base64: toBase64(new Uint8Array(body)) };
    if (ArrayBuffer.isView(body)) return { base64: toBase64(new Uint8Array(body.buffer, body.byteOffset, body.byteLength)) };
    return { text: String(body) };
  };
  class Response {
    url;
    status;
    ok;
    headers;
    #answer;
    constructor(answer) {
      this.#answer = answer;
      this.url = answer.url;
      this.status = answer.status;
      this.ok = answer.status >= 200 && answer.status < 300;
      this.headers = new Headers(answer.headers);
    }
    async bytes() {
      const { text, base64 } = this.#answer;
      if (base64 === undefined) return new TextEncoder().encode(text ?? '');
      return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    }
    async arrayBuffer() {
      return (await this.bytes()).buffer;
    }
    async text() {
      return this.#answer.text ?? new TextDecoder().decode(await this.bytes());
    }
    async json() {
      return parse(await this.text());
    }
  }
  const fetch = async (input, { method = 'GET', headers: given, body, redirect = 'follow', signal } = {}) => {
    const headers = new Headers(given);
    const content = bodyOf(body, headers);
    const request = {
      url: String(input),
      method: method.toUpperCase(),
      headers: [...headers],
      redirect,
      ...content,
    };
    return new Response(await call('fetch', request, signal));
  };
  const show = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    return stringify(value) ?? String(value);
  };
  const log =
    (level) =>
    (...values) => {
      outside('log', level, values.map(show).join(' '));
    };
  let timers = 0;
  const active = new Set();
  const setTimeout = (run, ms = 0, ...values) => {
    const timer = ++timers;
    active.add(timer);
    void call('timer', Number(ms) || 0).then(
      () => active.delete(timer) && run(...values),
      () => {},
    );
    return timer;
  };
  const random = () => Number(outside('random'));
  // Every call starts from a copy of the same memory, so the engine's own generator would repeat itself.
  Math.random = random;
  const getRandomValues = (array) => {
    for (let at = 0; at < array.length; at += 1) array[at] = Math.floor(random() * 256);
    return array;
  };
  // The engine's addresses have no `searchParams`. Changes of one reach its address.
  Object.defineProperty(URL.prototype, 'searchParams', {
    configurable: true,
    get() {
      const params = new URLSearchParams(this.search);
      for (const name of ['append', 'delete', 'set', 'sort']) {
        params[name] = (...values) => {
          URLSearchParams.prototype[name].apply(params, values);
          this.search = params.toString();
        };
      }
      return params;
    },
  });
  Object.assign(globalThis, {
    fetch,
    Response,
    AbortController,
    // Checked by the author's editor; a package imports nothing.
    definePackage: (declaration) => declaration,
    AbortSignal,
    DOMException,
    setTimeout,
    clearTimeout: (timer) => active.delete(timer),
    console: {
      log: log('info'),
      info: log('info'),
      debug: log('info'),
      warn: log('warn'),
      error: log('error'),
    },
    crypto: {
      randomUUID: () => outside('uuid'),
      getRandomValues,
    },
    sayso: Object.freeze({ call }),
  });
  const find = (entry) => {
    let holder;
    let value = module;
    for (const name of entry.split('.')) {
      if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return null;
      holder = value;
      value = value[name];
    }
    if (typeof value === 'function') return value.bind(holder);
    // A value answers itself, such as a declaration.
    return value === undefined ? null : () => value;
  };
  const fail = (error) => {
    const { message, stack, name } = error instanceof Error ? error : new Error(show(error));
    outside('failed', 'thrown', name === 'Error' ? String(message) : `${name}: ${message}`, String(stack ?? ''));
  };
  return {
    load(loaded) {
      module = loaded;
    },
    start(entry, args) {
      const run = find(entry);
      if (run === null) {
        outside('failed', 'missing', entry, '');
        return;
      }
      new Promise((resolve) => resolve(run(...parse(args))))
        .then((value) => {
          outside('done', stringify(value) ?? 'null');
        })
        .catch(fail);
    },
    answer(id, ok, json) {
      const promise = waiting.get(id);
      waiting.delete(id);
      if (ok === 'yes') promise?.resolve(json);
      else promise?.reject(new Error(json));
    },
  };
}
