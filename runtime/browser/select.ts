import type { SelectedElement } from '../protocol.ts';
import { post } from './bridge.ts';
import { type Place, traceStack } from './trace.ts';

/** What this reads of React's own tree; the frame has React's development build, which keeps where an element was written. */
interface Fiber {
  readonly return: Fiber | null;
  readonly type: unknown;
  readonly stateNode: unknown;
  readonly _debugStack?: { readonly stack?: string } | null;
}

/** An element of the app's own code, and what it draws. */
interface Written {
  readonly fiber: Fiber;
  readonly node: Element;
}

const MAX_PLACES = 8;
const OWN_CODE = /\/m\/(?:\d+\/)?[\w-]+\.js(?:\?again=\d+)?:/;
/** Everything by which the app could notice a click. */
const SWALLOWED = [
  'pointerdown',
  'mousedown',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'touchstart',
  'touchend',
  'submit',
];

let isOn = false;
let chosen: Written | null = null;
let frames: { readonly hover: Outline; readonly chosen: Outline } | null = null;

/** While it is on, a click or Enter selects an element of the app instead of using it, and Escape ends the selection. */
export function setSelecting(next: boolean): void {
  if (next === isOn) return;
  isOn = next;
  const change = next ? addEventListener : removeEventListener;
  for (const name of SWALLOWED) change(name, swallow, { capture: true, passive: false } as AddEventListenerOptions);
  change('pointermove', hover as EventListener, true);
  change('pointerup', choose as EventListener, true);
  change('focusin', hover as EventListener, true);
  change('keydown', press as EventListener, true);
  chosen = null;
  frames?.hover.show(null);
  frames?.chosen.show(null);
  if (next) {
    frames ??= { hover: new Outline('2px dashed'), chosen: new Outline('2px solid') };
    follow();
  }
}

/** Keeps the outline at its element, which scrolls, moves and is replaced. */
function follow(): void {
  if (!isOn) return;
  frames?.chosen.show(chosen);
  requestAnimationFrame(follow);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function hover(event: Event): void {
  frames?.hover.show(writtenAt(event.target));
}

function choose(event: PointerEvent): void {
  swallow(event);
  select(writtenAt(event.target));
}

function press(event: KeyboardEvent): void {
  if (event.key === 'Tab') return;
  swallow(event);
  if (event.key === 'Escape') post({ type: 'select-ended' });
  else if (event.key === 'Enter') select(writtenAt(document.activeElement));
}

function select(found: Written | null): void {
  if (found === null) return;
  chosen = found;
  void describe(found).then((element) => {
    if (element !== null && chosen === found) post({ type: 'selected', element });
  });
}

async function describe({ fiber }: Written): Promise<SelectedElement | null> {
  const places: Place[] = [];
  for (let at: Fiber | null = fiber; at !== null && places.length < MAX_PLACES; at = at.return) {
    const place = await placeOf(at);
    if (place !== null && !places.some((one) => isSame(one, place))) places.push(place);
  }
  return places.length === 0 ? null : { places };
}

const isSame = (one: Place, other: Place): boolean => one.file === other.file && one.line === other.line && one.column === other.column;

async function placeOf({ _debugStack }: Fiber): Promise<Place | null> {
  return (await traceStack(_debugStack?.stack ?? '')).place;
}

/** The closest element around a node that is written in the app's own code rather than in a library. */
function writtenAt(target: EventTarget | null): Written | null {
  let node = target instanceof Element ? target : null;
  for (let fiber = fiberAt(node); fiber !== null; fiber = fiber.return) {
    if (fiber.stateNode instanceof Element) node = fiber.stateNode;
    if (node !== null && OWN_CODE.test(fiber._debugStack?.stack ?? '')) return { fiber, node };
  }
  return null;
}

/** React keeps its tree in a property of each node, whose name ends at random. */
function fiberAt(node: Element | null): Fiber | null {
  for (let at = node; at !== null; at = at.parentElement) {
    const name = Object.keys(at).find((key) => key.startsWith('__reactFiber$'));
    if (name !== undefined) return (at as unknown as Record<string, Fiber>)[name] ?? null;
  }
  return null;
}

/** The kit's own names of its parts; functions of libraries have short ones that say nothing. */
const nameOf = ({ node }: Written): string => node.getAttribute('data-slot') ?? node.tagName.toLowerCase();

/** A frame around an element with its name, in a shadow tree that the app's styles do not reach. */
class Outline {
  readonly #box = document.createElement('div');
  readonly #label = document.createElement('span');

  constructor(line: string) {
    const host = document.createElement('div');
    host.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none';
    this.#box.style.cssText = `position:fixed;display:none;box-sizing:border-box;border:${line} #7c3aed;border-radius:4px`;
    this.#label.style.cssText =
      'position:absolute;left:0;bottom:100%;padding:1px 6px;border-radius:4px;background:#7c3aed;color:#fff;font:500 11px/16px sans-serif;white-space:nowrap';
    this.#box.append(this.#label);
    host.attachShadow({ mode: 'closed' }).append(this.#box);
    document.documentElement.append(host);
  }

  show(written: Written | null): void {
    const isShown = written?.node.isConnected === true;
    this.#box.style.display = isShown ? 'block' : 'none';
    if (!isShown) return;
    const { left, top, width, height } = written.node.getBoundingClientRect();
    const [x, y] = [Math.max(0, left - 2), Math.max(0, top - 2)];
    const [right, bottom] = [Math.min(innerWidth, left + width + 2), Math.min(innerHeight, top + height + 2)];
    Object.assign(this.#box.style, { left: `${x}px`, top: `${y}px`, width: `${right - x}px`, height: `${bottom - y}px` });
    this.#label.textContent = nameOf(written);
    this.#label.style.bottom = top < 22 ? 'auto' : '100%';
  }
}
