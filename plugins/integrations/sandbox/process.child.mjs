// A process of isolated code. Each call runs in a QuickJS engine of its own, compiled to WebAssembly: a memory of its own, without any object
// of Node. The process itself has no environment and may read the engine's files alone.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { installGuest } from './guest.mjs';

/** The folder of the engine's package: `node_modules` around it cannot be read, so its name cannot be resolved here. */
const [, , ENGINE = ''] = process.argv;
const { EvalFlags, QuickJS: Vm } = await import(`${ENGINE}dist/index.js`);
const compiled = (path) => new WebAssembly.Module(readFileSync(new URL(path, ENGINE)));
const wasm = compiled('quickjs.wasm');
const extensions = ['url', 'encoding', 'headers'].map((name) => ({
  name,
  wasm: compiled(`extensions/${name}/${name}.so`),
}));
const MAX_LOGS = 100;
const MAX_LOG = 500;
const MAX_TIMER_MS = 60_000;
const MAX_CALLS = 200;
const MAX_IN_FLIGHT = 20;
const LOAD_MS = 1000;
const KEPT_MODULES = 8;
const REPORT_MS = 100;
/** Stays below the stack of WebAssembly, whose overflow would end the process. */
const STACK_BYTES = 256 * 1024;
/** Loaded modules by digest, the most recent last: a copy of the memory, from which each call starts. */
const loaded = new Map();
const running = new Map();
/** The processor time of this thread in milliseconds: on a busy machine code takes longer without computing more. */
function computedMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
class Failure extends Error {
  kind;
  constructor(kind, message, stack = '') {
    super(message);
    this.kind = kind;
    this.stack = stack;
  }
}
/** The engine of one call. All of its limits hold for this call alone. */
class GuestCall {
  #message;
  #timers = new Set();
  /** Null before the call begins and after it has ended. */
  #engine = null;
  #cpuMs = 0;
  #cpuLimit = LOAD_MS;
  #segmentBegan = 0;
  #isInterrupted = false;
  #isLoading = true;
  #logs = 0;
  #calls = 0;
  #inFlight = 0;
  /** Numbers of the calls in flight that were not cancelled. */
  #cancellable = new Set();
  #outcome = null;
  #isEnded = false;
  constructor(message) {
    this.#message = message;
  }
  async run() {
    const { digest, entry, args, cpuMs, memoryBytes } = this.#message;
    try {
      const snapshot = loaded.get(digest) ?? (await this.#load());
      remember(digest, snapshot);
      this.#engine = takeSpare(digest, memoryBytes) ?? (await restored(snapshot, memoryBytes));
      if (this.#isEnded) return this.#engine.vm.dispose();
      this.#engine.owner = this;
      this.#isLoading = false;
      this.#cpuMs = 0;
      this.#cpuLimit = cpuMs;
      this.#enter('start', entry, args);
    } catch (error) {
      this.#finish({ failure: error instanceof Failure ? error : this.#failureOf(error) });
    }
  }
  answer(call, ok, json) {
    this.#inFlight -= 1;
    this.#cancellable.delete(call);
    this.#enter('answer', String(call), ok ? 'yes' : 'no', json);
  }
  end() {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const timer of this.#timers) clearTimeout(timer);
    running.delete(this.#message.id);
    this.#engine?.vm.dispose();
    this.#engine = null;
  }
  interrupt() {
    if (this.#cpuMs + computedMs() - this.#segmentBegan > this.#cpuLimit) this.#isInterrupted = true;
    return this.#isInterrupted;
  }
  /** Evaluates the module without a call, and keeps its memory. */
  async #load() {
    const { source, memoryBytes } = this.#message;
    if (source === null) throw new Failure('unloaded', '');
    const load = (name) => {
      if (name !== source.file) throw new Error(`Nothing can be imported here, not even ${JSON.stringify(name)}. Bundle it.`);
      return source.code;
    };
    const engine = await restored(base, memoryBytes, { normalize: (_from, name) => name, load });
    engine.owner = this;
    const { vm } = engine;
    try {
      return this.#timed(() => {
        if (source.prelude !== '') vm.evalCode(source.prelude, 'prelude.js').dispose();
        const entry = `import * as module from ${JSON.stringify(source.file)}; globalThis.__door.load(module);`;
        using evaluated = vm.evalCode(entry, 'entry.js', EvalFlags.TYPE_MODULE);
        vm.executePendingJobs();
        if (evaluated.promiseState === 0) throw new Failure('load', 'The code awaits something while it loads. Do that in a function.');
        if (this.#isInterrupted) throw new Failure('time', '');
        if (evaluated.promiseState === 2) throw new Failure('load', reasonOf(vm, evaluated));
        return vm.snapshot();
      });
    } finally {
      vm.dispose();
    }
  }
  /** Calls a function of the guest, and runs its jobs. */
  #enter(name, ...texts) {
    const vm = this.#engine?.vm;
    if (vm === undefined || this.#isEnded) return;
    try {
      this.#timed(() => {
        using door = vm.global.getProp('__door');
        using enter = door.getProp(name);
        const handles = texts.map((text) => vm.newString(text));
        vm.callFunction(enter, door, ...handles).dispose();
        for (const handle of handles) handle.dispose();
        vm.executePendingJobs();
      });
      if (this.#isInterrupted) throw new Failure('time', '');
    } catch (error) {
      this.#finish({ failure: error instanceof Failure ? error : this.#failureOf(error) });
      return;
    }
    if (this.#outcome !== null) this.#finish(this.#outcome);
    else if (this.#inFlight === 0 && this.#timers.size === 0)
      this.#finish({ failure: new Failure('thrown', 'The function never answers: it awaits something that cannot happen.') });
  }
  #timed(work) {
    this.#segmentBegan = computedMs();
    try {
      return work();
    } finally {
      this.#cpuMs += computedMs() - this.#segmentBegan;
    }
  }
  #failureOf(error) {
    if (this.#isInterrupted) return new Failure('time', '');
    const message = error instanceof Error ? error.message : String(error);
    if (/out of memory|memory access out of bounds|Maximum call stack|unreachable|Cannot grow/i.test(message))
      return new Failure('memory', message);
    return new Failure(this.#isLoading ? 'load' : 'thrown', message, error instanceof Error ? (error.stack ?? '') : '');
  }
  /** Everything that the guest asks for. Answers texts alone. */
  outside(kind, texts) {
    const [first = '', second = '', third = ''] = texts;
    if (kind === 'random') return String(randomBytes(6).readUIntBE(0, 6) / 2 ** 48);
    if (kind === 'uuid') return randomUUID();
    if (kind === 'log') this.#log(first, second);
    if (kind === 'call') this.#call(first, second, third);
    if (kind === 'cancel') this.#cancel(Number(first));
    if (kind === 'done') this.#outcome ??= this.#fits(first) ? { json: first } : { failure: new Failure('size', '') };
    if (kind === 'failed' && /out of memory|Maximum call stack/.test(second)) this.#outcome ??= { failure: new Failure('memory', second) };
    if (kind === 'failed') this.#outcome ??= { failure: new Failure(first === 'missing' ? 'missing' : 'thrown', second, third) };
    return '';
  }
  #fits(json) {
    return json.length <= this.#message.maxChars;
  }
  #log(level, text) {
    this.#logs += 1;
    if (this.#logs > MAX_LOGS) return;
    const known = level === 'warn' || level === 'error' ? level : 'info';
    send({
      type: 'log',
      id: this.#message.id,
      level: known,
      text: text.slice(0, MAX_LOG),
    });
  }
  #call(id, name, json) {
    if (this.#isLoading) throw new Error('Nothing can be called while the code loads.');
    this.#calls += 1;
    if (this.#calls > MAX_CALLS) throw new Error(`A call may use at most ${MAX_CALLS} functions of the server.`);
    if (!this.#fits(json)) throw new Error('The arguments are too long.');
    const call = Number(id);
    if (!Number.isSafeInteger(call)) throw new Error('Calls have numbers.');
    if (name === 'timer') {
      const timer = setTimeout(
        () => {
          this.#timers.delete(timer);
          this.#inFlight += 1;
          this.answer(call, true, 'null');
        },
        Math.min(Math.max(Number(json) || 0, 0), MAX_TIMER_MS),
      );
      this.#timers.add(timer);
      return;
    }
    if (this.#inFlight >= MAX_IN_FLIGHT) throw new Error(`At most ${MAX_IN_FLIGHT} functions of the server run at once.`);
    this.#inFlight += 1;
    this.#cancellable.add(call);
    send({
      type: 'call',
      id: this.#message.id,
      call,
      name: name.slice(0, 60),
      json,
    });
  }
  /** Once for each call. Its answer arrives nonetheless, as a failure that the guest does not wait for. */
  #cancel(call) {
    if (this.#cancellable.delete(call)) send({ type: 'cancel', id: this.#message.id, call });
  }
  #finish({ json, failure }) {
    if (this.#isEnded) return;
    const { id } = this.#message;
    const cpuMs = this.#cpuMs;
    this.end();
    if (failure === undefined) send({ type: 'done', id, json: json ?? 'null', cpuMs });
    else {
      const { kind, message, stack = '' } = failure;
      send({ type: 'failed', id, kind, message: message.slice(0, 2000), stack: stack.slice(0, 4000), cpuMs });
    }
    setImmediate(() => void prepareSpare(this.#message));
  }
}
/** An engine with the memory of a snapshot, and whose call is still unknown. */
async function restored(snapshot, memoryLimit, moduleLoader) {
  const engine = { owner: null, vm: null };
  const options = { wasm, extensions, memoryLimit, maxStackSize: STACK_BYTES, timezoneOffset: 0 };
  const interruptHandler = () => engine.owner?.interrupt() ?? false;
  engine.vm = await Vm.restore(snapshot, { ...options, interruptHandler, ...(moduleLoader === undefined ? {} : { moduleLoader }) });
  engine.vm.registerHostCallback('outside', (kind, ...texts) =>
    engine.vm.newString(engine.owner?.outside(textOf(kind), texts.map(textOf)) ?? ''),
  );
  return engine;
}

/** The memory of an engine with all that code finds in it, before it has loaded any. */
async function createBase() {
  const vm = await Vm.create({ wasm, extensions, timezoneOffset: 0, maxStackSize: STACK_BYTES });
  const outside = vm.newFunction('outside', () => vm.newString(''));
  const install = vm.evalCode(`(${installGuest.toString()})`, 'sayso.js');
  const door = vm.callFunction(install, vm.undefined, outside);
  vm.setProp(vm.global, '__door', door);
  for (const handle of [outside, install, door]) handle.dispose();
  const snapshot = vm.snapshot();
  vm.dispose();
  return snapshot;
}

/** Restored before the next call needs it. */
let spare = null;

function takeSpare(digest, memoryBytes) {
  if (spare?.digest !== digest || spare.memoryBytes !== memoryBytes) return null;
  const { engine } = spare;
  spare = null;
  return engine;
}

async function prepareSpare({ digest, memoryBytes }) {
  const snapshot = loaded.get(digest);
  if (snapshot === undefined || spare?.digest === digest) return;
  const engine = await restored(snapshot, memoryBytes);
  spare?.engine.vm.dispose();
  spare = { digest, memoryBytes, engine };
}

/** Why a promise was rejected. */
function reasonOf(vm, promise) {
  using watch = vm.evalCode('(promise, tell) => { promise.catch((error) => tell(String(error))); }');
  let reason = '';
  using tell = vm.newEphemeralFunction((text) => {
    reason = textOf(text);
    return vm.undefined;
  });
  vm.callFunction(watch, vm.undefined, promise, tell).dispose();
  vm.executePendingJobs();
  return reason;
}

function textOf(handle) {
  // Conversions of other values would run code of the guest.
  return handle?.isString === true ? handle.toString() : '';
}
function remember(digest, snapshot) {
  loaded.delete(digest);
  loaded.set(digest, snapshot);
  const [oldest] = loaded.keys();
  if (loaded.size > KEPT_MODULES && oldest !== undefined) loaded.delete(oldest);
}
function send(message) {
  process.send?.(message);
}
/** Reports what the process uses while it has calls; one that computes without a pause reports nothing. */
const usage = { timer: null, cpu: process.cpuUsage() };

function reportUsage() {
  if (running.size === 0) {
    clearInterval(usage.timer);
    usage.timer = null;
    return;
  }
  const { user, system } = process.cpuUsage(usage.cpu);
  usage.cpu = process.cpuUsage();
  send({ type: 'usage', cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() });
}

const base = await createBase();

process.on('message', (message) => {
  if (message.type === 'start') {
    const call = new GuestCall(message);
    running.set(message.id, call);
    if (usage.timer === null) {
      usage.cpu = process.cpuUsage();
      usage.timer = setInterval(reportUsage, REPORT_MS);
    }
    void call.run();
    return;
  }
  const call = running.get(message.id);
  if (message.type === 'answer') call?.answer(message.call, message.ok, message.json);
  else {
    call?.end();
    send({
      type: 'stopped',
      id: message.id,
    });
  }
});
process.on('disconnect', () => process.exit(0));
send({ type: 'ready' });
