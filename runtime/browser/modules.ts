// Browsers run a module once per address, but a module of an earlier build has to run again when the app goes back to it: Fast Refresh shows
// the version of a component that was registered last.

/** URLs of the manifests of this run that have been imported, or whose importers were replaced in place. */
const used = new Set<string>();
/** Modules of a run import one another; each run has instances of its own. */
let run = 0;
let repetitions = 0;

const inRun = (url: string): string => (run === 0 ? url : url.replace(/\/m\/(?=[\w-]+\.js$)/, `/m/${run}/`));

/** Imports a module for its components only; one that has run before runs again, with the imports that it had. */
export async function importComponents(url: string): Promise<void> {
  await import(used.has(url) ? `${inRun(url)}?again=${++repetitions}` : inRun(url));
}

/** Imports the entry of a build, all of whose modules run again if one of `changed` has run before. */
export function importEntry<T>(
  entry: string,
  { changed, all }: { readonly changed: readonly string[]; readonly all: readonly string[] },
): Promise<T> {
  if (changed.some((url) => used.has(url))) {
    run += 1;
    used.clear();
  }
  preload(all.map(inRun));
  return import(inRun(entry)) as Promise<T>;
}

/** The modules of a build that is shown. */
export function keepUsed(urls: readonly string[]): void {
  for (const url of urls) used.add(url);
}

const preloaded = new Set<string>();

/** Fetches all modules at once instead of one level of imports after another. */
function preload(urls: readonly string[]): void {
  for (const href of urls) {
    if (preloaded.has(href)) continue;
    preloaded.add(href);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
