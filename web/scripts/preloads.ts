import type { Plugin, Rolldown } from 'vite';

/** The script tag in `index.html` that reads the list. */
const EARLY = '<script src="/early.js">';

/** URL pattern of a screen (source of a regular expression) and the modules that its route loads. */
export interface Screen {
  readonly path: string;
  readonly modules: readonly string[];
  /** Of a page of its own, which does not load the start of the others: its catalogues. */
  readonly languages?: Readonly<Record<string, string>>;
}

interface PreloadOptions {
  /** The module that starts all screens but those with their own catalogues. */
  readonly start: string;
  readonly screens: readonly Screen[];
  /** Modules of the catalogues, by language. */
  readonly languages: Readonly<Record<string, string>>;
}

/**
 * Avoids request waterfalls: lists the chunks of each screen, with those that start the page, and of each language's catalogue.
 * `public/early.js` preloads them by the current URL and language.
 */
export function preloads({ start, screens, languages }: PreloadOptions): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const inHtml = (file: string) => html.includes(file);
        const filesFor = (names: readonly string[]) => filesOf(names, chunks).filter((file) => !inHtml(file));
        const cataloguesOf = (modules: Readonly<Record<string, string>>) =>
          mapValues(modules, (module) => filesFor([chunkOf(module, chunks)]));
        const startName = chunkOf(start, chunks);
        const first = [startName, ...(chunks.find(({ fileName }) => fileName === startName)?.dynamicImports ?? [])];
        const lists = [...screens, { path: '', modules: [] } satisfies Screen].map(({ path, modules, languages: own }) => ({
          path,
          files: filesFor([...(own === undefined ? first : []), ...modules.map((name) => chunkOf(name, chunks))]),
          languages: cataloguesOf(own ?? languages),
        }));
        return html.replace(
          EARLY,
          () => `<script type="application/json" id="preloads">${JSON.stringify({ screens: lists })}</script>\n    ${EARLY}`,
        );
      },
    },
  };
}

const mapValues = <T, R>(object: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (chunk === undefined) throw new Error(`The build has no chunk for ${module}.`);
  return chunk.fileName;
}

/** URLs of these chunks, of their static imports (transitively) and of their styles. */
function filesOf(names: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (chunk === undefined || files.has(`/${name}`)) return;
    files.add(`/${name}`);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    chunk.imports.forEach(visit);
  };
  names.forEach(visit);
  return [...files];
}
