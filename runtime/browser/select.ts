import type { PickedElement, PointedAt } from '../protocol.ts';
import { countAlike, creationOf, type Fiber, fiberAt } from './fiber.ts';
import { Outline } from './outline.ts';
import { rowOf } from './rows.ts';
import { type Place, traceStack } from './trace.ts';

/** An element of the app's own code, and what it draws. */
interface Written {
  readonly fiber: Fiber;
  readonly node: Element;
  /** What is pointed at, within it. */
  readonly target: Element;
}

interface PlacedElement extends Written {
  readonly place: Place;
}

const MAX_PLACES = 8;

let isOn = false;
let outlined: Written | null = null;
let chosen: Written | null = null;
/** What may be chosen instead: the elements around it. */
let around: readonly PlacedElement[] = [];
let outlines: { readonly pointed: Outline; readonly chosen: Outline } | null = null;

/** While it is on, the element that is pointed at and the chosen one are outlined. */
export function setSelecting(next: boolean): void {
  if (next === isOn) return;
  isOn = next;
  outlined = null;
  chosen = null;
  around = [];
  outlines?.pointed.show(null);
  outlines?.chosen.show(null);
  if (!next) return;
  outlines ??= { pointed: new Outline('2px dashed'), chosen: new Outline('2px solid') };
  follow();
}

/** Keeps the outlines at their elements, which scroll, move and are replaced. */
function follow(): void {
  if (!isOn) return;
  outlines?.pointed.show(outlined?.node ?? null);
  outlines?.chosen.show(chosen?.node ?? null);
  requestAnimationFrame(follow);
}

export function point(at: PointedAt): void {
  outlined = 'step' in at ? beside(outlined ?? chosen, at.step) : writtenAt(elementAt(at));
  if ('step' in at) outlined?.node.scrollIntoView({ block: 'nearest' });
}

/** The element at a point, or the outlined one. */
export async function pick(at: { readonly x: number; readonly y: number } | null): Promise<PickedElement | null> {
  const found = at === null ? outlined : writtenAt(elementAt(at));
  if (found === null) return null;
  chosen = found;
  const placed = await placesOf(found);
  if (chosen === found) around = placed;
  const counts = countAlike(placed.map(({ fiber }) => fiber));
  const places = placed.map(({ place }, index) => ({ ...place, count: counts[index] ?? 1 }));
  return places.length === 0 ? null : { places, row: rowOf(fiberAt(found.target), found.target) };
}

/** The builder has chosen an element around the one that was pointed at. */
export function choose(place: Place): void {
  const found = around.find((one) => isSame(one.place, place));
  if (found === undefined || found.fiber === chosen?.fiber) return;
  chosen = found;
  outlined = null;
}

export function scroll({ x, y, dx, dy }: { readonly x: number; readonly y: number; readonly dx: number; readonly dy: number }): void {
  for (let node = document.elementFromPoint(x, y); node !== null; node = node.parentElement) {
    const { scrollTop, scrollLeft } = node;
    // At once, also where the app animates its scrolling.
    node.scrollBy({ left: dx, top: dy, behavior: 'instant' });
    if (node.scrollTop !== scrollTop || node.scrollLeft !== scrollLeft) return;
  }
}

async function placesOf({ fiber, node: first, target }: Written): Promise<PlacedElement[]> {
  const found: PlacedElement[] = [];
  let node = first;
  for (let at: Fiber | null = fiber; at !== null && found.length < MAX_PLACES; at = at.return) {
    if (at.stateNode instanceof Element) node = at.stateNode;
    if (creationOf(at) === null) continue;
    const { place } = await traceStack(at._debugStack?.stack ?? '');
    if (place !== null && !found.some((one) => isSame(one.place, place))) found.push({ fiber: at, node, target, place });
  }
  return found;
}

const isSame = (one: Place, other: Place): boolean => one.file === other.file && one.line === other.line && one.column === other.column;

/** The closest element around a node that is written in the app's own code rather than in a library. */
function writtenAt(target: Element | null): Written | null {
  if (target === null) return null;
  let node = target;
  for (let fiber = fiberAt(node); fiber !== null; fiber = fiber.return) {
    if (fiber.stateNode instanceof Element) node = fiber.stateNode;
    if (creationOf(fiber) !== null) return { fiber, node, target };
  }
  return null;
}

/**
 * The element that is visible at a point. A link or button may cover more by a pseudo-element (`after:absolute after:inset-0`), so that a
 * whole card can be clicked; builders who point at the card mean what they see there.
 */
function elementAt({ x, y }: { readonly x: number; readonly y: number }): Element | null {
  const all = document.elementsFromPoint(x, y);
  const covers = ({ left, right, top, bottom }: DOMRect) => left <= x && x <= right && top <= y && y <= bottom;
  return all.find((element) => Array.from(element.getClientRects()).some(covers)) ?? all[0] ?? null;
}

/** The next or the previous visible element of the page; the first without one. */
function beside(from: Written | null, step: 1 | -1): Written | null {
  const root = document.getElementById('root');
  if (root === null) return null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  if (from?.node.isConnected === true) walker.currentNode = from.node;
  while ((step === 1 ? walker.nextNode() : walker.previousNode()) !== null) {
    const node = walker.currentNode as Element;
    if (node === root) break;
    const written = writtenAt(node);
    if (written?.node === node && node.getClientRects().length > 0) return written;
  }
  return from;
}
