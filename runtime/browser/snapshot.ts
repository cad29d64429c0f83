import { PLACEHOLDER } from './screens.tsx';

const MAX_CHARACTERS = 300_000;
const WIDTH = 640;

/**
 * A screenshot of the frame, small enough to be stored with the app; null when a page or a part of it failed, and when the browser cannot
 * render one. The usual packages read
 * default styles from a child frame, which an opaque origin cannot access. This one renders an SVG that contains the page's elements and
 * style sheets (`foreignObject`).
 */
export async function snapshot(): Promise<string | null> {
  if (document.querySelector(`[${PLACEHOLDER}]`) !== null) return null;
  try {
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const picture = await load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(await asSvg(width, height))}`);
    const scale = Math.min(1, WIDTH / width);
    const canvas = Object.assign(document.createElement('canvas'), { width: width * scale, height: height * scale });
    const drawing = canvas.getContext('2d');
    if (drawing === null) return null;
    drawing.fillStyle = background();
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const images = [0.8, 0.6, 0.4, 0.2].map((quality) => canvas.toDataURL('image/webp', quality));
    return images.find((image) => image.length <= MAX_CHARACTERS) ?? null;
  } catch {
    return null;
  }
}

async function asSvg(width: number, height: number): Promise<string> {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('script, link, noscript, iframe, style')) element.remove();
  keepState(copy);
  const style = document.createElement('style');
  style.textContent = `${await styleText()}\n*, *::before, *::after { animation: none !important; transition: none !important }`;
  copy.querySelector('head')?.append(style);
  const text = new XMLSerializer().serializeToString(copy);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${text}</foreignObject></svg>`;
}

/** Copies visible state that is not in an element's attributes. */
function keepState(copy: HTMLElement): void {
  const originals = document.documentElement.querySelectorAll('input, textarea, canvas, img');
  const copies = copy.querySelectorAll('input, textarea, canvas, img');
  for (const [index, original] of originals.entries()) {
    const twin = copies[index];
    if (original instanceof HTMLInputElement) {
      twin?.setAttribute('value', original.value);
      twin?.toggleAttribute('checked', original.checked);
    } else if (original instanceof HTMLTextAreaElement && twin) twin.textContent = original.value;
    else if (original instanceof HTMLCanvasElement && twin) twin.replaceWith(pictureOf(original, original.width, original.height));
    else if (original instanceof HTMLImageElement && twin && !original.src.startsWith('data:')) {
      // An SVG image loads no external resources: a tinted box preserves the layout.
      twin.setAttribute('src', 'data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==');
      twin.removeAttribute('srcset');
    }
  }
}

function pictureOf(canvas: HTMLCanvasElement, width: number, height: number): HTMLImageElement {
  const image = Object.assign(document.createElement('img'), { width, height, className: canvas.className });
  try {
    image.src = canvas.toDataURL();
  } catch {
    // A canvas with images of other origins is tainted and cannot be read.
  }
  return image;
}

async function styleText(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return (await Promise.all(rules.map((rule) => (rule instanceof CSSFontFaceRule ? fontFace(rule) : rule.cssText)))).join('\n');
}

const fonts = new Map<string, Promise<string>>();

/** An embedded font face that the page uses, since an SVG image loads no files. Empty for unused ones, and when the file cannot be fetched. */
async function fontFace({ style, parentStyleSheet, cssText }: CSSFontFaceRule): Promise<string> {
  const [family, range] = [unquoted(style.getPropertyValue('font-family')), style.getPropertyValue('unicode-range')];
  const isUsed = [...document.fonts].some(
    (font) => font.status === 'loaded' && unquoted(font.family) === family && (range === '' || font.unicodeRange === range),
  );
  const url = /url\("?([^")]+)"?\)/.exec(cssText)?.[1];
  if (!isUsed || url === undefined) return '';
  const address = new URL(url, parentStyleSheet?.href ?? document.baseURI).href;
  if (!fonts.has(address)) fonts.set(address, asDataUrl(address));
  try {
    return cssText.replace(url, (await fonts.get(address)) ?? '');
  } catch {
    return '';
  }
}

const unquoted = (name: string): string => name.replace(/^["']|["']$/g, '');

async function asDataUrl(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

function background(): string {
  const colors = [document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor);
  return colors.find((color) => color !== 'rgba(0, 0, 0, 0)') ?? '#ffffff';
}

function load(src: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The picture could not be drawn.'));
    image.src = src;
  });
}
