// The first script of a context: a document and the browser's functions, all made inside of the context. No object of the process that
// renders is reachable from here, and so none from an app.

import './text-coding.ts';
import { parseHTML } from 'linkedom/worker';
import { URL, URLSearchParams } from 'whatwg-url';
import { appRows } from './app-rows.ts';
import { answerImport, importLater, wantedImports } from './imports.ts';
import { Blob, File, FormData, fetch, Headers, Response } from './network.ts';
import { clearTimers, clock, MessageChannel, runTimers, timerFunctions } from './timers.ts';

const WIDTH = 1280;
const HEIGHT = 800;
const ORIGIN = 'https://app.example';
type Loose = Record<string, unknown>;

const scope = globalThis as unknown as Loose & { document: Document };
const made = parseHTML('<!doctype html><html><head></head><body></body></html>') as unknown as Loose & { document: Document };
const nothing = (): void => {};

function define(target: object, members: Loose): void {
  for (const [name, value] of Object.entries(members)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

function getters(target: object, members: Record<string, (this: Loose) => unknown>): void {
  for (const [name, get] of Object.entries(members)) {
    Object.defineProperty(target, name, { get, set: nothing, configurable: true });
  }
}

const CLASSES =
  `Node Element HTMLElement HTMLInputElement HTMLIFrameElement HTMLSelectElement HTMLCanvasElement HTMLMediaElement HTMLSourceElement HTMLFormElement
HTMLAnchorElement HTMLButtonElement HTMLDivElement HTMLImageElement HTMLTextAreaElement HTMLOptionElement HTMLLabelElement HTMLSpanElement
HTMLTableElement HTMLVideoElement HTMLAudioElement HTMLUListElement HTMLLIElement HTMLTemplateElement SVGElement Text Comment DocumentFragment
ShadowRoot Document Event CustomEvent InputEvent EventTarget MutationObserver DOMParser NodeList Attr CharacterData`.split(/\s+/);
for (const name of CLASSES) if (typeof made[name] === 'function') define(scope, { [name]: made[name] });

const EventTargetClass = scope['EventTarget'] as typeof EventTarget;
const BaseEvent = scope['Event'] as typeof Event;
for (const name of [
  'UIEvent',
  'MouseEvent',
  'PointerEvent',
  'KeyboardEvent',
  'FocusEvent',
  'TouchEvent',
  'WheelEvent',
  'DragEvent',
  'ClipboardEvent',
]) {
  define(scope, {
    [name]: class extends BaseEvent {
      constructor(type: string, init: object = {}) {
        super(type, init);
        Object.assign(this, Object.fromEntries(Object.entries(init).filter(([key]) => !(key in this))));
      }
    },
  });
}
for (const name of ['SVGSVGElement', 'SVGGraphicsElement', 'SVGPathElement', 'HTMLDialogElement']) define(scope, { [name]: class {} });

/** Observers report once, so that charts and lists draw at their size. */
function observer(entryOf: (target: Element) => object) {
  return class {
    readonly #call: (entries: readonly object[], observer: object) => void;
    constructor(call: (entries: readonly object[], observer: object) => void) {
      this.#call = call;
    }
    observe(target: Element): void {
      timerFunctions.setTimeout(() => this.#call([entryOf(target)], this), 0);
    }
    unobserve = nothing;
    disconnect = nothing;
    takeRecords = () => [];
  };
}

const box = { x: 0, y: 0, top: 0, left: 0, right: 800, bottom: 600, width: 800, height: 600, toJSON: () => ({}) };
const size = [{ inlineSize: box.width, blockSize: box.height }];

/** A 2D or WebGL context that accepts all calls. */
const drawing: unknown = new Proxy(nothing, {
  get: (_target, key) => (key === 'width' ? 10 : key === 'data' ? [] : key === Symbol.toPrimitive ? () => 0 : drawing),
  apply: () => drawing,
  construct: () => drawing as object,
  set: () => true,
});

function matchMedia(query: string): object {
  const least = Number(/min-width:\s*(\d+)/.exec(query)?.[1] ?? 0);
  const most = Number(/max-width:\s*(\d+)/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
  const matches = /width/.test(query) && least <= WIDTH && WIDTH <= most;
  return { ...listeners, media: query, matches, onchange: null, addListener: nothing, removeListener: nothing };
}
const listeners = { addEventListener: nothing, removeEventListener: nothing, dispatchEvent: () => true };

const computed = new Proxy(
  {},
  {
    get: (_target, key) => {
      if (key === 'getPropertyValue') return () => '';
      return key === 'transform' || key === 'animationName' ? 'none' : key === 'display' ? 'block' : '';
    },
  },
);

let focused: Element | null = null;
const prototype = (name: string): object => (scope[name] as { readonly prototype: object }).prototype;
const element = prototype('Element');
define(element, {
  focus(this: Element) {
    focused = this;
  },
  blur: () => {
    focused = null;
  },
  getBoundingClientRect: () => box,
  getClientRects: () => [box],
  scrollIntoView: nothing,
  scrollTo: nothing,
  scrollBy: nothing,
  scroll: nothing,
  setPointerCapture: nothing,
  releasePointerCapture: nothing,
  hasPointerCapture: () => false,
  attachInternals: () => ({}),
  requestFullscreen: async () => {},
  checkVisibility: () => true,
  getAnimations: () => [],
  animate: () => ({
    ...listeners,
    finished: Promise.resolve(),
    cancel: nothing,
    play: nothing,
    pause: nothing,
    finish: nothing,
    commitStyles: nothing,
  }),
  getBBox: () => box,
  getTotalLength: () => 100,
  getPointAtLength: () => ({ x: 0, y: 0 }),
  getComputedTextLength: () => 50,
  getScreenCTM: () => null,
  createSVGPoint: () => ({ x: 0, y: 0, matrixTransform: () => ({ x: 0, y: 0 }) }),
  getContext: () => drawing,
  toDataURL: () => 'data:,',
  toBlob: nothing,
  play: async () => {},
  pause: nothing,
  load: nothing,
  show: nothing,
  showModal: nothing,
  showPopover: nothing,
  hidePopover: nothing,
  close: nothing,
  select: nothing,
  reset: nothing,
  submit: nothing,
  requestSubmit: nothing,
  reportValidity: () => true,
  checkValidity: () => true,
  setCustomValidity: nothing,
  setSelectionRange: nothing,
});
getters(element, {
  offsetWidth: () => box.width,
  offsetHeight: () => box.height,
  clientWidth: () => box.width,
  clientHeight: () => box.height,
  scrollWidth: () => box.width,
  scrollHeight: () => box.height,
  offsetTop: () => 0,
  offsetLeft: () => 0,
  offsetParent: () => scope.document.body,
  clientTop: () => 0,
  clientLeft: () => 0,
  isContentEditable: () => false,
  // Of forms.
  elements() {
    return (this as unknown as Element).querySelectorAll('input, select, textarea, button');
  },
});
define(element, { scrollTop: 0, scrollLeft: 0 });

define(prototype('HTMLCanvasElement'), { getContext: () => drawing, toDataURL: () => 'data:,' });

const { document } = made;
getters(document, {
  defaultView: () => globalThis,
  activeElement: () => focused ?? document.body,
  readyState: () => 'complete',
  visibilityState: () => 'visible',
  hidden: () => false,
  scrollingElement: () => document.documentElement,
  fonts: () => ({ ...listeners, ready: Promise.resolve(), load: async () => [] }),
  location: () => scope['location'],
  styleSheets: () => [],
});
define(document, {
  hasFocus: () => true,
  getSelection: () => null,
  elementFromPoint: () => null,
  elementsFromPoint: () => [],
  execCommand: () => false,
  queryCommandSupported: () => false,
  referrer: '',
});

const events = new EventTargetClass();
const address = Object.assign(new URL(`${ORIGIN}/`), { assign: nothing, replace: nothing, reload: nothing, ancestorOrigins: [] });
let random = 1;
function nextByte(): number {
  random = (Math.imul(random, 1103515245) + 12345) >>> 0;
  return (random >>> 16) & 255;
}

class Signal extends EventTargetClass {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => void) | null = null;
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
  static timeout = () => new Signal();
  static any = () => new Signal();
  static abort(reason?: unknown): Signal {
    return Object.assign(new Signal(), { aborted: true, reason });
  }
}

class Controller {
  readonly signal = new Signal();
  abort(reason: unknown = new Error('This operation was aborted')): void {
    if (this.signal.aborted) return;
    Object.assign(this.signal, { aborted: true, reason });
    const event = new BaseEvent('abort');
    this.signal.onabort?.(event);
    this.signal.dispatchEvent(event);
  }
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Date) return new Date(value);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [copy(key), copy(one)]));
  if (value instanceof Set) return new Set([...value].map(copy));
  if (typeof value === 'function') throw new TypeError('A function could not be cloned.');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

define(scope, {
  ...timerFunctions,
  MessageChannel,
  window: globalThis,
  self: globalThis,
  parent: globalThis,
  top: globalThis,
  frames: globalThis,
  document,
  location: address,
  // See `LOCATION` of the compiler.
  $location: address,
  origin: ORIGIN,
  history: {
    length: 1,
    state: null,
    scrollRestoration: 'auto',
    pushState: nothing,
    replaceState: nothing,
    back: nothing,
    forward: nothing,
    go: nothing,
  },
  navigator: {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    platform: 'Linux x86_64',
    vendor: '',
    language: 'en-US',
    languages: ['en-US'],
    onLine: true,
    cookieEnabled: true,
    maxTouchPoints: 0,
    hardwareConcurrency: 2,
    clipboard: { writeText: async () => {}, readText: async () => '', write: async () => {} },
    geolocation: { getCurrentPosition: nothing, watchPosition: () => 0, clearWatch: nothing },
    mediaDevices: { ...listeners, getUserMedia: () => new Promise(nothing), enumerateDevices: async () => [] },
    serviceWorker: { ...listeners, register: () => new Promise(nothing), ready: new Promise(nothing) },
    permissions: { query: async () => ({ ...listeners, state: 'prompt' }) },
    vibrate: () => false,
    share: async () => {},
    sendBeacon: () => true,
  },
  performance: { now: clock, timeOrigin: 0, mark: nothing, measure: nothing, getEntriesByType: () => [], getEntriesByName: () => [] },
  crypto: {
    getRandomValues: (values: Uint8Array) => values.map((_value, index, all) => (all[index] = nextByte())),
    randomUUID: () => `00000000-0000-4000-8000-${Array.from({ length: 6 }, () => nextByte().toString(16).padStart(2, '0')).join('')}`,
    subtle: {},
  },
  console: Object.fromEntries(
    [
      'log',
      'info',
      'debug',
      'warn',
      'error',
      'trace',
      'table',
      'group',
      'groupCollapsed',
      'groupEnd',
      'time',
      'timeEnd',
      'timeLog',
      'assert',
      'count',
      'dir',
      'clear',
    ].map((name) => [name, nothing]),
  ),
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  matchMedia,
  getComputedStyle: () => computed,
  getSelection: () => null,
  ResizeObserver: observer((target) => ({ target, contentRect: box, borderBoxSize: size, contentBoxSize: size })),
  IntersectionObserver: observer((target) => ({ target, isIntersecting: true, intersectionRatio: 1, boundingClientRect: box, time: 0 })),
  PerformanceObserver: observer(() => ({})),
  DOMRect: class {},
  NodeFilter: { SHOW_ALL: -1, SHOW_ELEMENT: 1, SHOW_TEXT: 4, FILTER_ACCEPT: 1, FILTER_REJECT: 2, FILTER_SKIP: 3 },
  CSS: { supports: () => true, escape: (text: string) => String(text).replace(/[^\w-]/g, (character) => `\\${character}`) },
  Image: function Image() {
    return document.createElement('img');
  },
  Audio: function Audio() {
    return document.createElement('audio');
  },
  URL: Object.assign(URL, {
    createObjectURL: () => 'blob:sample',
    revokeObjectURL: nothing,
    canParse: (text: string) => /^[a-z]+:/i.test(text),
  }),
  URLSearchParams,
  AbortController: Controller,
  AbortSignal: Signal,
  structuredClone: copy,
  fetch,
  Headers,
  Response,
  Request: class {},
  Blob,
  File,
  FormData,
  FileReader: class extends EventTargetClass {
    readAsText = nothing;
    readAsDataURL = nothing;
    readAsArrayBuffer = nothing;
    abort = nothing;
  },
  DOMException: class extends Error {},
  Notification: Object.assign(function Notification() {}, { permission: 'default', requestPermission: async () => 'default' }),
  SpeechSynthesisUtterance: class {},
  speechSynthesis: { ...listeners, speak: nothing, cancel: nothing, getVoices: () => [] },
  AudioContext: class {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: a context that accepts all calls.
      return drawing as object;
    }
  },
  screen: {
    width: WIDTH,
    height: HEIGHT,
    availWidth: WIDTH,
    availHeight: HEIGHT,
    orientation: { ...listeners, type: 'landscape-primary' },
  },
  visualViewport: { ...listeners, width: WIDTH, height: HEIGHT, scale: 1, offsetTop: 0, offsetLeft: 0 },
  innerWidth: WIDTH,
  innerHeight: HEIGHT,
  outerWidth: WIDTH,
  outerHeight: HEIGHT,
  devicePixelRatio: 1,
  scrollX: 0,
  scrollY: 0,
  pageXOffset: 0,
  pageYOffset: 0,
  isSecureContext: true,
  alert: nothing,
  confirm: () => true,
  prompt: () => null,
  open: () => null,
  close: nothing,
  print: nothing,
  focus: nothing,
  blur: nothing,
  stop: nothing,
  scroll: nothing,
  scrollTo: nothing,
  scrollBy: nothing,
  postMessage: nothing,
  reportError: nothing,
});

/** For `render.tsx`, which is bundled with the libraries and not with this script. */
export const controls = { answerImport, appRows, clearTimers, clock, runTimers, wantedImports };
define(scope, { $saysoControls: controls, $saysoImport: importLater });
