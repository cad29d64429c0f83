/** The text as Prettier lays it out, with the quotes that it uses; null when it cannot be parsed. */
export async function formatText(path: string, text: string): Promise<string | null> {
  const parser = path.endsWith('.json') ? 'json' : path.endsWith('.css') ? 'css' : 'babel-ts';
  const [{ format }, ...plugins] = await Promise.all([
    import('prettier/standalone'),
    ...(parser === 'css' ? [import('prettier/plugins/postcss')] : [import('prettier/plugins/babel'), import('prettier/plugins/estree')]),
  ]);
  // In code, those of the imports.
  const singleQuote = parser === 'babel-ts' && count(text, /\bfrom\s+'/g) >= count(text, /\bfrom\s+"/g);
  try {
    return await format(text, { parser, plugins: plugins as never[], singleQuote, printWidth: 100 });
  } catch {
    return null;
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
