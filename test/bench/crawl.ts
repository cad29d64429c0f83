/** Only statements at the start of a line or after another statement: comments of libraries contain example imports. */
const IMPORT = /(?:^|[;}])[ \t]*(?:import|export)\b(?:[^'"()`;]*?\bfrom)?\s*["']([^"'\s]+)["']/gm;

/** Fetches modules and their imports transitively, each once; imports of one module in parallel, as a browser does. */
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
