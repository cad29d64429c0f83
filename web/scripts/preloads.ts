import type { Plugin, Rolldown } from 'vite';

/** The script tag in `index.html` that reads the list. */
const EARLY = '<script src="/early.js">';

/** URL pattern of a screen (source of a regular expression) and the modules that its route loads. */
export interface Screen {
  readonly path: string;
  readonly modules: readonly string[];
}

/**
 * Avoids request waterfalls: preloads the entry's dynamic imports in the HTML, and lists the chunks of each screen's route, which
 * `public/early.js` preloads by the current URL.
 */
export function preloads(screens: readonly Screen[]): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        if (entry === undefined) throw new Error('The build has no entry.');
        const first = filesOf(entry.dynamicImports, chunks);
        const lists = screens.map(({ path, modules }) => {
          const files = filesOf(
            modules.map((name) => chunkOf(name, chunks)),
            chunks,
          ).filter((file) => !first.includes(file));
          return { path, files: files.filter((file) => !html.includes(file)) };
        });
        const links = first.filter((file) => !html.includes(file)).map(linkTo);
        return html
          .replace(EARLY, () => `<script type="application/json" id="screens">${JSON.stringify(lists)}</script>\n    ${EARLY}`)
          .replace('  </head>', () => `${links.map((link) => `    ${link}\n`).join('')}  </head>`);
      },
    },
  };
}

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
