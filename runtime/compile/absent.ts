import { rootOf } from '../pages.ts';
import type { Files } from './sources.ts';

// Packages that are not here, in an app that was made elsewhere: it has a root of its own, and most of it works without them. What it imports of
// such a package is made: a component shows its content, an observer does nothing, and everything else fails where it is called.

const ABSENT = '$absent/';
/** They watch an app or install it, and an app does the same without them. */
const OBSERVERS =
  /^(?:@sentry\/|@vercel\/(?:analytics|speed-insights)|@datadog\/|@microsoft\/clarity|posthog-js|react-ga4?$|react-gtm|mixpanel|logrocket|web-vitals|virtual:pwa-register|workbox-window|lovable-tagger|eruda)/;
/** Marks the names of components in a key, which is also the path of a file in an exported project. */
const DRAWN = '~';
const plain = (name: string): string => name.replace(DRAWN, '');
const NAME = /^[A-Za-z_$][\w$]*$/;

/** The key of the module that stands in for a package; null where the app is one of ours, whose import is an error. */
export function absentModule(specifier: string, names: readonly string[], from: string, files: Files): string | null {
  if (rootOf(files) === null || /^(?:[a-z]+:)?\/\//.test(specifier)) return null;
  const text = files[from] ?? '';
  const aliases = aliasesOf(text, specifier);
  const members =
    aliases.all === undefined
      ? []
      : [...text.matchAll(new RegExp(`\\b${aliases.all}\\.([A-Za-z_$][\\w$]*)`, 'g'))].map(([, name]) => name ?? '');
  const wanted = [...new Set([...names, ...members])].filter((name) => name === 'default' || NAME.test(name)).sort();
  const marked = wanted.map((name) => (isDrawn(text, name === 'default' ? aliases.default : name, aliases.all) ? `${DRAWN}${name}` : name));
  return `${ABSENT}${specifier.replaceAll(':', '~')}/${marked.join(',')}`;
}

/** What the builder is told. */
export function absentWarning(specifier: string): string {
  return OBSERVERS.test(specifier)
    ? `The package "${specifier}" is not here: its calls do nothing.`
    : `The package "${specifier}" is not here: its components show only their content, and its functions fail where they are called. Replace it, or leave out what needs it.`;
}

/** The module at a key; null for other keys. */
export function absentText(key: string): string | null {
  if (!key.startsWith(ABSENT)) return null;
  const end = key.lastIndexOf('/');
  const specifier = key.slice(ABSENT.length, end).replaceAll('~', ':');
  const given = key
    .slice(end + 1)
    .split(',')
    .filter(Boolean);
  const message = JSON.stringify(`The package "${specifier}" is not here.`);
  const fail = OBSERVERS.test(specifier) ? 'return undefined;' : `throw new TypeError(${message});`;
  const lines = given.map((each) => {
    const name = plain(each);
    const start = name === 'default' ? 'export default function' : `export function ${name}`;
    return each.startsWith(DRAWN) ? `${start}(props) { return props?.children ?? null; }` : `${start}() { ${fail} }`;
  });
  return given.map(plain).includes('default') ? `${lines.join('\n')}\n` : `${lines.join('\n')}\nexport default null;\n`;
}

function aliasesOf(text: string, specifier: string): { readonly default?: string; readonly all?: string } {
  const from = `['"]${specifier.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"]`;
  const named = new RegExp(`import\\s+([A-Za-z_$][\\w$]*)\\s*(?:,\\s*\\{[^{}]*\\}\\s*)?from\\s*${from}`).exec(text)?.[1];
  const all = new RegExp(`\\*\\s*as\\s+([A-Za-z_$][\\w$]*)\\s+from\\s*${from}`).exec(text)?.[1];
  return { ...(named === undefined ? {} : { default: named }), ...(all === undefined ? {} : { all }) };
}

function isDrawn(text: string, name: string | undefined, all: string | undefined): boolean {
  if (name === undefined) return false;
  return text.includes(`<${name}`) && new RegExp(`<(?:${all ?? name}\\.)?${name}[\\s/>]`).test(text);
}
