// Style sheets of Google Fonts: where a project loads them, and what they contain. `css` and `css2` have text fonts, `icon` has symbols and their class.

/** A style sheet of Google Fonts that a project loads. */
export interface FontSheet {
  readonly address: string;
  /** The file of the project that loads it. */
  readonly origin: string;
}

const HOST = '(?:https?:)?//fonts\\.googleapis\\.com/';
const ADDRESS = `${HOST}(?:css2?|icon)\\?[^\\s"'\`<>\\\\(){}]{1,2000}`;
const WHOLE = new RegExp(`^${ADDRESS}$`, 'i');
const RULE = new RegExp(`@import\\s{1,10}(?:url\\(\\s{0,10}(["']?)(${ADDRESS})\\1\\s{0,10}\\)|(["'])(${ADDRESS})\\3)\\s{0,10};?`, 'gi');
/** An element of JSX, which stands within another one or within an expression. */
const ELEMENT = /<link\b(?<=(?:[>(){}&?:,]\s{0,200}|\breturn\s{1,20})<link)([^<>]{0,1000})\/>/gi;
const HREF = new RegExp(`\\bhref\\s{0,5}=\\s{0,5}(?:\\{\\s{0,5})?(["'\`])(${ADDRESS})\\1`, 'i');
const NEARER = /\bhref\s{0,5}=\s{0,5}["'](?:https?:)?\/\/fonts\.(?:googleapis|gstatic)\.com\/?["']/i;
/** Code that writes the HTML of another document, such as one to print. */
const OTHER_DOCUMENT = /<html\b|document\.write\s*\(/i;

/** The address of a style sheet of Google Fonts, in one form for all that lead to it; null for others. */
export function fontSheetAddress(given: string): string | null {
  const text = given.trim().replaceAll('&amp;', '&');
  return WHOLE.test(text) ? text.replace(/^(?:https?:)?\/\/[^/]+/i, 'https://fonts.googleapis.com') : null;
}

/** The sheets that code loads by rules in its texts and by elements. */
export function fontSheetsIn(code: string): readonly string[] {
  const found: string[] = [];
  withoutFontSheets(code, (address) => {
    found.push(address);
    return false;
  });
  return [...new Set(found)];
}

/** Code without what loads the sheets that the app has itself. */
export function withoutFontSheets(code: string, isLocal: (address: string) => boolean): string {
  if (!/fonts\.googleapis\.com/i.test(code)) return code;
  const isKnown = (given: string | undefined) => {
    const address = fontSheetAddress(given ?? '');
    return address !== null && isLocal(address);
  };
  const ruled = code.replace(RULE, (rule: string, ...groups: (string | undefined)[]) => (isKnown(groups[1] ?? groups[3]) ? '' : rule));
  if (OTHER_DOCUMENT.test(ruled)) return ruled;
  const changed = withoutElements(ruled, (attributes) => isKnown(HREF.exec(attributes)?.[2]));
  // Connections that were opened early for these sheets.
  const isLast = changed !== code && !new RegExp(ADDRESS, 'i').test(changed);
  return isLast ? withoutElements(changed, (attributes) => NEARER.test(attributes)) : changed;
}

function withoutElements(code: string, isMeant: (attributes: string) => boolean): string {
  return code.replace(ELEMENT, (element: string, attributes: string) => (isMeant(attributes) ? '<></>' : element));
}

/** Characters beyond ASCII in texts, which decide about the subsets of fonts. */
export function charactersIn(texts: Iterable<string>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const text of texts) {
    if (text.startsWith('data:')) continue;
    for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) found.add(text.codePointAt(at) ?? 0);
  }
  return found;
}

/** A rule `@font-face` of a sheet. */
export interface FontFace {
  readonly family: string;
  readonly source: string;
  /** Its other descriptors, as they stand in a rule. */
  readonly descriptors: readonly string[];
}

/** What a sheet has for an app. */
export interface ReadSheet {
  readonly faces: readonly FontFace[];
  /** Rules of classes, which icons have. */
  readonly rules: string;
}

const FACE = /@font-face\s{0,20}\{([^{}]{0,20000})\}/g;
const KEPT = /^(?:font-style|font-weight|font-stretch|font-display|unicode-range)$/;
const SAFE = /^[\w\s%+?.,-]{1,10000}$/;
const CLASSES = /^(?:\s*\.[\w-]{1,100}\s*\{[^{}@<>\\]{0,2000}\}\s*){1,20}$/;

/** The parts of a sheet that texts with these characters need, each descriptor checked: the rest of the answer reaches no app. */
export function readSheet(css: string, characters: ReadonlySet<number>): ReadSheet {
  const plain = css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '');
  const faces = [...plain.matchAll(FACE)].flatMap(([, body = '']) => {
    const parts = body.split(';').map((part) => part.split(/:([\s\S]*)/, 2).map((one) => one.trim()));
    const of = (wanted: string) => parts.find(([name]) => name?.toLowerCase() === wanted)?.[1] ?? '';
    const family = /^(?:"([^"\\<>{}]{1,100})"|'([^'\\<>{}]{1,100})'|([\w -]{1,100}))$/.exec(of('font-family'))?.slice(1).find(Boolean);
    const source = /\burl\(\s*["']?([^"')\s]{1,2000})["']?\s*\)/.exec(of('src'))?.[1];
    if (family === undefined || source === undefined || !isNeeded(of('unicode-range'), characters)) return [];
    const descriptors = parts.flatMap(([name = '', value = '']) =>
      KEPT.test(name.toLowerCase()) && SAFE.test(value) ? [`${name.toLowerCase()}: ${value}`] : [],
    );
    return [{ family, source, descriptors }];
  });
  const rest = plain.replace(FACE, '').trim();
  return { faces, rules: CLASSES.test(rest) ? rest : '' };
}

/** Basic Latin and the letters of names: what people enter into an app is not known at its import. */
const ALWAYS: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0x100, 0x17f],
];

/** Whether a range of characters has one that the app needs. */
function isNeeded(range: string, characters: ReadonlySet<number>): boolean {
  if (range === '') return true;
  const spans = range.split(',').flatMap((part): (readonly [number, number])[] => {
    const [, first = '', last] = /^\s*U\+([0-9a-f?]{1,6})(?:-([0-9a-f]{1,6}))?\s*$/i.exec(part) ?? [];
    if (first === '') return [];
    return [[Number.parseInt(first.replaceAll('?', '0'), 16), Number.parseInt(last ?? first.replaceAll('?', 'f'), 16)]];
  });
  const hasOf = (from: number, to: number) => spans.some(([start, end]) => start <= to && end >= from);
  return ALWAYS.some(([from, to]) => hasOf(from, to)) || [...characters].some((one) => hasOf(one, one));
}
