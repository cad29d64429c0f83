/** A frame around an element with a name, in a shadow tree that the app's styles do not reach. */
export class Outline {
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

  show(node: Element | null): void {
    const isShown = node?.isConnected === true;
    this.#box.style.display = isShown ? 'block' : 'none';
    if (!isShown) return;
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [Math.max(0, left - 2), Math.max(0, top - 2)];
    const [right, bottom] = [Math.min(innerWidth, left + width + 2), Math.min(innerHeight, top + height + 2)];
    Object.assign(this.#box.style, { left: `${x}px`, top: `${y}px`, width: `${right - x}px`, height: `${bottom - y}px` });
    this.#label.textContent = nameOf(node);
    this.#label.style.bottom = top < 22 ? 'auto' : '100%';
  }
}

/** The kit's own names of its parts; functions of libraries have short ones that say nothing. */
const nameOf = (node: Element): string => node.getAttribute('data-slot') ?? node.tagName.toLowerCase();
