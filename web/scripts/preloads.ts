import type { Plugin, Rolldown } from 'vite';

/** The script tag in `index.html` that reads the list. */
const EARLY = '<script src="/early.js">';

/** URL pattern of a screen (source of a regular expression) and the modules that its route loads. */
export interface Screen {
  readonly path: string;
  readonly modules: readonly string[];
}

interface PreloadOptions {
  readonly screens: readonly Screen[];
  /** Modules of the catalogues, by language. */
  readonly languages: Readonly<Record<string, string>>;
}

/**
 * Avoids request waterfalls: preloads the entry's dynamic imports in the HTML, and lists the chunks of each screen's route and of each
 * language's catalogue, which `public/early.js` preloads by the current URL and language.
 */
export function preloads({ screens, languages }: PreloadOptions): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        if (entry === undefined) throw new Error('The build has no entry.');
        const catalogues = mapValues(languages, (module) =>
          filesOf([chunkOf(module, chunks)], chunks).filter((file) => !html.includes(file)),
        );
        const first = filesOf(entry.dynamicImports, chunks).filter((file) => !Object.values(catalogues).flat().includes(file));
        const lists = screens.map(({ path, modules }) => {
          const files = filesOf(
            modules.map((name) => chunkOf(name, chunks)),
            chunks,
          ).filter((file) => !first.includes(file));
          return { path, files: files.filter((file) => !html.includes(file)) };
        });
        const links = first.filter((file) => !html.includes(file)).map(linkTo);
        return html
          .replace(
            EARLY,
            () =>
              `<script type="application/json" id="preloads">${JSON.stringify({ screens: lists, languages: catalogues })}</script>\n    ${EARLY}`,
          )
          .replace('  </head>', () => `${links.map((link) => `    ${link}\n`).join('')}  </head>`);
      },
    },
  };
}

const mapValues = <T, R>(object: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

const linkTo = (file: string): string =>
  file.endsWith('.css') ? `<link rel="stylesheet" crossorigin href="${file}">` : `<link rel="modulepreload" crossorigin href="${file}">`;

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
