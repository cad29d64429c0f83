// Files of `public` in the preview frame, whose addresses at the root are those of another host: they are loaded from where the build has them.

let files: Readonly<Record<string, string>> = {};

/** Takes the files of another build. Returns whether they differ. */
export function setPublicFiles(next: Readonly<Record<string, string>>): boolean {
  const isOther = JSON.stringify(next) !== JSON.stringify(files);
  files = next;
  return isOther;
}

/** The address of a file of `public` that `given` names by its path at the root of the app; null for all else. */
export function publicAddress(given: string): string | null {
  if (/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(given.trim()) && !isOfFrame(given)) return null;
  const parsed = URL.parse(given, 'http://app/');
  if (parsed === null) return null;
  const path = Object.hasOwn(files, parsed.pathname) ? parsed.pathname : decoded(parsed.pathname);
  return Object.hasOwn(files, path) ? `${files[path]}${parsed.hash}` : null;
}

/** An element's own address is absolute when it is read. */
const isOfFrame = (given: string): boolean => URL.parse(given)?.origin === new URL(location.href).origin;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const ATTRIBUTES = ['src', 'srcset', 'poster', 'href', 'xlink:href'];
/** Elements whose `href` loads a file; that of a link leads to a page. */
const LOADING_HREF = ['image', 'use', 'feimage', 'link'];

function attributeFor(element: Element, name: string, value: string): string | null {
  const tag = element.localName.toLowerCase();
  if (!ATTRIBUTES.includes(name) || (/href$/.test(name) && !LOADING_HREF.includes(tag)) || tag === 'script' || tag === 'iframe')
    return null;
  if (name !== 'srcset') return publicAddress(value);
  const parts = value.split(',').map((part) => part.trim().split(/\s+/));
  if (!parts.some(([url = '']) => publicAddress(url) !== null)) return null;
  return parts.map(([url = '', ...size]) => [publicAddress(url) ?? url, ...size].join(' ')).join(', ');
}

function styleFor(text: string): string | null {
  let isChanged = false;
  const changed = text.replace(/url\(\s*(["']?)(.*?)\1\s*\)/gi, (whole, _quote, url: string) => {
    const address = publicAddress(url);
    isChanged ||= address !== null;
    return address === null ? whole : `url("${address}")`;
  });
  return isChanged ? changed : null;
}

const elementsIn = (node: Node): Element[] => (node instanceof Element ? [node, ...node.querySelectorAll('*')] : []);

function mend(element: Element): void {
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    const address = value === null ? null : attributeFor(element, name, value);
    if (address !== null) element.setAttribute(name, address);
  }
  const style = element.getAttribute('style');
  const changed = style === null || !style.includes('url(') ? null : styleFor(style);
  if (changed !== null) element.setAttribute('style', changed);
}

/** From now on elements and calls of the app find the files. */
export function servePublicFiles(): void {
  // A picture is fetched as soon as its address is set, before an observer is notified.
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function set(this: Element, name: string, value: string): void {
    setAttribute.call(this, name, attributeFor(this, String(name).toLowerCase(), String(value)) ?? value);
  };
  for (const prototype of [HTMLImageElement.prototype, HTMLMediaElement.prototype, HTMLSourceElement.prototype]) {
    const own = Object.getOwnPropertyDescriptor(prototype, 'src');
    if (own?.set !== undefined)
      Object.defineProperty(prototype, 'src', {
        ...own,
        set(this: Element, value: string) {
          own.set?.call(this, publicAddress(String(value)) ?? value);
        },
      });
  }
  window.fetch = new Proxy(window.fetch, {
    apply: (target, self, [input, ...rest]: Parameters<typeof fetch>) =>
      Reflect.apply(target, self, [(typeof input === 'string' ? publicAddress(input) : null) ?? input, ...rest]),
  });
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) {
      const changed = type === 'attributes' ? [target as Element] : [...addedNodes].flatMap(elementsIn);
      for (const element of changed) mend(element);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: [...ATTRIBUTES, 'style'] });
}
