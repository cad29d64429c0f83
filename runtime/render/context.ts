import { readFileSync } from 'node:fs';
import vm, { type Context, Script, SourceTextModule } from 'node:vm';
import type { Libraries } from '../compile/libraries.ts';
import { readPage, readProgress } from './reports.ts';
import type { Opened, RenderedPage, RenderRequest } from './wire.ts';

const DIST = new URL('../dist/', import.meta.url);
/** Milliseconds that one call of code in the context may take, and all calls of one page. */
const CALL_MS = 2_000;
const PAGE_MS = 4_000;
const PREPARE_MS = 10_000;
/** Of what the context returns. */
const MAX_TEXT = 400_000;
/** See `page/imports.ts`. */
const IMPORT_CALL = /\bimport\((?=["'`])/g;
/** Keeps the page's functions under a name that the app cannot replace. */
const HOLD = `(page) => void Object.defineProperty(globalThis, '$saysoPage', { value: page })`;

/** The app did not return within its time, or left the context in no state to go on. */
export class ContextEnded extends Error {}

/** The exports of `page/render.tsx`: functions of the context, which are given texts and objects of the context only. */
interface RenderPage {
  addPage(name: string, module: unknown): void;
  setLayout(module: unknown): void;
  setRoot(module: unknown): void;
  answerImport(module: unknown): void;
  rejected(reason: unknown): void;
}

const texts = new Map<string, string>();

/** The text of a built file. */
function built(name: string): string {
  const text = texts.get(name) ?? readFileSync(new URL(name, DIST), 'utf8').replaceAll(IMPORT_CALL, '$saysoImport(');
  texts.set(name, text);
  return text;
}

let libraries: Libraries | null = null;
function readLibraries(): Libraries {
  libraries ??= JSON.parse(built('libraries.json')) as Libraries;
  return libraries;
}

/** The context of one app: its document, its libraries and its modules. */
export class AppContext {
  // The global object belongs to the context: an object of this process would lead out of it. Promises settle within each call.
  readonly #context: Context = vm.createContext(vm.constants.DONT_CONTEXTIFY as never, {
    microtaskMode: 'afterEvaluate',
    codeGeneration: { strings: false, wasm: false },
  });
  readonly #modules = new Map<string, SourceTextModule>();
  readonly #page: RenderPage;
  #isUsable = true;

  /** Loads the document, React, the router and the SDK. */
  constructor() {
    const { render } = readLibraries();
    this.#prepare(render.dom);
    const page = this.#prepare(render.page);
    this.#page = page.namespace as unknown as RenderPage;
    new Script(HOLD).runInContext(this.#context)(page.namespace);
  }

  /** Evaluates one of our own modules, before any of the app's. */
  #prepare(file: string): SourceTextModule {
    const module = this.#library(file);
    this.#evaluate(module, PREPARE_MS);
    if (module.status === 'errored') throw module.error;
    return module;
  }

  /** Links and evaluates the app's modules. Throws `ContextEnded`. */
  load({ modules, pages, root }: RenderRequest): void {
    for (const { key, code } of modules) this.#modules.set(`app:${key}`, this.#module(`app:${key}`, code));
    this.#page.setLayout(this.#modules.has('app:layout') ? this.#import('app:layout') : null);
    this.#page.setRoot(root === null ? null : this.#import(`app:${root}`));
    for (const page of pages) this.#page.addPage(page, this.#import(`app:pages/${page}`));
  }

  /** Renders a page until it has settled. Throws `ContextEnded`. */
  open(opened: Opened): void {
    const end = performance.now() + PAGE_MS;
    this.#call(`open(${JSON.stringify(JSON.stringify(opened))})`);
    // A promise that settled after the last timer may have started another one.
    for (let idle = 0; idle < 2; ) {
      const { isSettled, imports } = readProgress(this.#text('run()'));
      for (const specifier of imports) this.#page.answerImport(this.#import(specifier));
      idle = isSettled && imports.length === 0 ? idle + 1 : 0;
      if (performance.now() > end) throw this.#end();
    }
  }

  /** A promise of the context was rejected, and nothing handled it. */
  rejected(reason: unknown): void {
    if (this.#isUsable) this.#page.rejected(reason);
  }

  /** The page as it is now. Leaves it. Throws `ContextEnded`. */
  look(): RenderedPage {
    const text = this.#text('look()');
    this.#call('close()');
    return readPage(text);
  }

  #text(code: string): string {
    const text = this.#call(code);
    if (typeof text !== 'string' || text.length > MAX_TEXT) throw this.#end();
    return text;
  }

  /** Whatever a call throws: the context is in no state to go on. */
  #call(code: string): unknown {
    try {
      return new Script(`$saysoPage.${code}`).runInContext(this.#context, { timeout: CALL_MS });
    } catch {
      throw this.#end();
    }
  }

  #end(): ContextEnded {
    this.#isUsable = false;
    return new ContextEnded();
  }

  /** A module's exports, or the error that it threw; both are objects of the context. */
  #import(specifier: string): unknown {
    const module = this.#target(specifier);
    this.#evaluate(module, CALL_MS);
    return module.status === 'errored' ? module.error : module.namespace;
  }

  #evaluate(module: SourceTextModule, timeout: number): void {
    if (module.status === 'unlinked') {
      this.#link(module);
      module.instantiate();
    }
    if (module.status !== 'linked') return;
    const start = performance.now();
    // The error is read from the module.
    module.evaluate({ timeout }).catch(() => {});
    if (performance.now() - start >= timeout) throw this.#end();
  }

  #link(start: SourceTextModule): void {
    const reached = new Set([start]);
    for (const module of reached) {
      if (module.status !== 'unlinked') continue;
      const targets = module.moduleRequests.map(({ specifier }) => this.#target(specifier));
      module.linkRequests(targets);
      for (const target of targets) reached.add(target);
    }
  }

  #target(specifier: string): SourceTextModule {
    const app = this.#modules.get(specifier);
    if (app !== undefined) return app;
    const file = specifier.startsWith('./') ? specifier.slice(2) : readLibraries().preview.imports[specifier];
    if (file === undefined) throw new Error(`There is no library "${specifier}".`);
    return this.#library(`lib/${file}`);
  }

  #library(file: string): SourceTextModule {
    const module = this.#modules.get(file) ?? this.#module(file, built(file));
    this.#modules.set(file, module);
    return module;
  }

  #module(identifier: string, code: string): SourceTextModule {
    return new SourceTextModule(code, { context: this.#context, identifier });
  }
}
