import type { Builder } from './builder.ts';
import { crawl, fetchText } from './crawl.ts';

interface Manifest {
  readonly entry: string | null;
  readonly css: string;
  readonly modules: Readonly<Record<string, string>>;
}

/** URLs that one builder's frame has loaded so far. */
export type Loaded = Set<string>;

/** Compiles the current version and fetches, as the frame does, the URLs that are not loaded yet; returns their number. */
export async function openPreview(builder: Builder, appId: string, loaded: Loaded): Promise<number> {
  const { startPreview } = await builder.graphql(
    'mutation ($id: ID!) { startPreview(appId: $id) { frameUrl token build { id manifest problems { message } } } }',
    { id: appId },
  );
  const manifest = startPreview.build.manifest as Manifest;
  if (manifest.entry === null) throw new Error(`The app does not compile: ${JSON.stringify(startPreview.build.problems)}`);
  const before = loaded.size;
  const imports = loaded.size === 0 ? await openShell(startPreview.frameUrl) : {};
  const wanted = [manifest.entry, manifest.css, ...Object.values(manifest.modules)].filter((url) => !loaded.has(url));
  const seen = await crawl(wanted, (specifier, from) => {
    const url = /^[./]/.test(specifier) ? new URL(specifier, from).href : (imports[specifier] ?? null);
    return url === null || loaded.has(url) ? null : url;
  });
  for (const url of seen) loaded.add(url);
  return loaded.size - before;
}

/** Import map of the frame's page: specifier → URL of each library. */
async function openShell(frameUrl: string): Promise<Readonly<Record<string, string>>> {
  const html = await fetchText(frameUrl);
  const map = /<script type="importmap"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> };
  return Object.fromEntries(Object.entries(imports).map(([specifier, path]) => [specifier, new URL(path, frameUrl).href]));
}
