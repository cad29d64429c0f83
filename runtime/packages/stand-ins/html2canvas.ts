import { toCanvas } from 'html-to-image';

// The package itself reads no colours of CSS Color 4, which each app's theme has, and needs a child frame of the same origin, which the
// preview's frame may not have. Its main call is answered by a library that draws with the browser's own engine.

/** The options of html2canvas that have an equal. */
export interface Html2CanvasOptions {
  readonly backgroundColor?: string | null;
  readonly height?: number;
  readonly ignoreElements?: (element: Element) => boolean;
  readonly scale?: number;
  readonly width?: number;
}

/** Draws an element on a canvas: white below it, unless `backgroundColor` is null. */
export default function html2canvas(element: HTMLElement, options: Html2CanvasOptions = {}): Promise<HTMLCanvasElement> {
  const { backgroundColor = '#ffffff', height, ignoreElements, scale = window.devicePixelRatio, width } = options;
  return toCanvas(element, {
    pixelRatio: scale,
    ...(backgroundColor !== null && { backgroundColor }),
    ...(height !== undefined && { height }),
    ...(width !== undefined && { width }),
    ...(ignoreElements && { filter: (node: Node) => !(node instanceof Element && node !== element && ignoreElements(node)) }),
  });
}
