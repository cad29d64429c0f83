const DEFAULT_IMPORT = /^(\s*import\s+)([^\s{}*'"(),;]{1,80})(\s+from\s*['"][^'"\n]{1,300}['"])/gm;
const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/**
 * The text with names that are none in JavaScript replaced, in the lists of pages that other builders generate: a page `3DMap` is imported as
 * `import 3DMap from "./3DMap"`, which no parser reads. Quoted text stays, so that its address and its key do.
 */
export function withValidNames(given: string): string {
  const text = withoutClashes(given);
  const invalid = new Set([...text.matchAll(DEFAULT_IMPORT)].flatMap(([, , name = '']) => (IDENTIFIER.test(name) ? [] : [name])));
  if (invalid.size === 0) return text;
  const names = new Map([...invalid].map((name, index) => [name, validName(name, index, text)]));
  const any = [...invalid]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[^\w]/g, '\\$&'))
    .join('|');
  // A quoted text, a key of an object, what may be a key that is its value, or a name by itself.
  const uses = new RegExp(
    `(["'\`])(?:\\\\.|(?!\\1)[^\\\\\\n])*\\1|(?<=[{,]\\s*)(?<key>${any})(?=\\s*:)|(?<=[{,]\\s*)(?<both>${any})(?=\\s*[,}])|(?<![\\w$.-])(?<name>${any})(?![\\w$-])`,
    'g',
  );
  return text.replace(uses, (...given) => {
    const { key, both, name } = given.at(-1) as Readonly<Record<'key' | 'both' | 'name', string | undefined>>;
    if (key !== undefined) return JSON.stringify(key);
    if (both !== undefined && isInObject(text, given.at(-3) as number)) return `${JSON.stringify(both)}: ${names.get(both)}`;
    return names.get(name ?? both ?? '') ?? given[0];
  });
}

const NAMED_IMPORT = /\bimport\s*(?:[\w$]{1,80}\s*,\s*)?\{([^{}]{1,4000})\}\s*from\s*['"](?![./@]\/|\.)[^'"\n]{1,200}['"]/g;

/**
 * With another name for a page that is called as what a list of pages imports of a package: a page `Routes` beside the component of the router.
 * The page is what routes draw and what the list of pages has; every other use is that of the package.
 */
function withoutClashes(text: string): string {
  const ofPackages = new Set([...text.matchAll(NAMED_IMPORT)].flatMap(([, listed = '']) => listed.split(',').map(localName)));
  const ofPages = [...text.matchAll(DEFAULT_IMPORT)].filter(
    ([, , name = '', from = '']) => ofPackages.has(name) && /['"]\.{1,2}\//.test(from),
  );
  return ofPages.reduce((before, [, , name = ''], index) => {
    const other = validName(name, index, text);
    const plain = name.replaceAll('$', '\\$&');
    const imported = new RegExp(`(^\\s*import\\s+)${plain}(?=\\s+from\\s*['"]\\.)`, 'gm');
    const used = new RegExp(`(\\belement=\\{\\s*<|(?<=[{,]\\s*)["']?${plain}["']?\\s*:\\s*)${plain}(?![\\w$.])`, 'g');
    return before.replace(imported, (_, start: string) => `${start}${other}`).replace(used, (_, start: string) => `${start}${other}`);
  }, text);
}

/** The name that code uses for one of the imported names: `Router` of `BrowserRouter as Router`. */
const localName = (one: string): string => one.trim().split(/\s+/).at(-1) ?? '';

/** Whether the innermost bracket around a position is that of an object, and not of JSX: `element={3DMap}`. */
function isInObject(text: string, position: number): boolean {
  let depth = 0;
  for (let at = position - 1; at >= 0; at -= 1) {
    const character = text[at] ?? '';
    if (')]}'.includes(character)) depth += 1;
    else if ('([{'.includes(character)) {
      if (depth === 0) return character === '{' && text[at - 1] !== '=';
      depth -= 1;
    }
  }
  return false;
}

/** In upper case at the start, so that it is a component in JSX. */
function validName(name: string, index: number, text: string): string {
  const plain = `Page${name.replaceAll(/[^\p{L}\p{N}_$]/gu, '_')}`;
  return text.includes(plain) ? `${plain}_${index}` : plain;
}
