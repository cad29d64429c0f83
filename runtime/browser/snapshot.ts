const MAX_CHARACTERS = 300_000;
const WIDTH = 640;

/**
 * A picture of what the frame shows, small enough to be kept with the app; null when the browser cannot make one. The usual packages
 * measure default styles in a frame of their own, which an opaque origin may not look into: here the page draws itself, as the picture
 * of an SVG that holds its elements and its style sheets.
 */
export async function snapshot(): Promise<string | null> {
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

/** What an element shows and its attributes do not say. */
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
      // A picture in a picture loads nothing from elsewhere; a tinted box keeps the layout.
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
    // Drawn from other servers' pictures, so not to be read.
  }
  return image;
}

async function styleText(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return (await Promise.all(rules.map((rule) => (rule instanceof CSSFontFaceRule ? fontFace(rule) : rule.cssText)))).join('\n');
}

const fonts = new Map<string, Promise<string>>();

/** A typeface that the page uses, with its file inside: a picture loads nothing. Empty for others, and for one that is not to be had. */
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
