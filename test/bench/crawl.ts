/** Statements only, at the beginning of a line or after another: comments of libraries have examples. */
const IMPORT = /(?:^|[;}])[ \t]*(?:import|export)\b(?:[^'"()`;]*?\bfrom)?\s*["']([^"'\s]+)["']/gm;

/** Fetches modules and everything that they import, each once, as a browser does: what one asks for is fetched at the same time. */
export async function crawl(start: readonly string[], resolve: (specifier: string, from: string) => string | null): Promise<Set<string>> {
  const seen = new Set<string>();
  const visit = async (url: string): Promise<void> => {
    if (seen.has(url)) return;
    seen.add(url);
    const code = await fetchText(url);
    const next = [...code.matchAll(IMPORT)].flatMap(([, specifier = '']) => resolve(specifier, url) ?? []);
    await Promise.all(next.map(visit));
  };
  await Promise.all(start.map(visit));
  return seen;
}

export async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 200)}`);
  return text;
}
