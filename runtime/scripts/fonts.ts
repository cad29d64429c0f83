import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The typeface of the kit's theme. */
export const FONT = '@fontsource-variable/inter';

const require = createRequire(import.meta.url);

/** Copies the font's files into `lib`, named by their content hash, and returns the style sheet that refers to them. */
export async function fontStyles(lib: string): Promise<string> {
  let css = await readFile(require.resolve(`${FONT}/index.css`), 'utf8');
  for (const [reference, name = ''] of [...css.matchAll(/url\(\.\/files\/([\w-]+)\.woff2\)/g)]) {
    const content = await readFile(require.resolve(`${FONT}/files/${name}.woff2`));
    const file = `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.woff2`;
    await writeFile(`${lib}/${file}`, content);
    css = css.replaceAll(reference, `url(/lib/${file})`);
  }
  return css;
}
