import type { CompileProblem } from '../ref.ts';
import { sheetOf } from './assets.ts';
import { refusal } from './globals.ts';
import type { Graph } from './graph.ts';
import { withRelativeFiles } from './served-files.ts';
import { addWarning, type Files, TAILWIND_CONFIG } from './sources.ts';
import { themeOf } from './theme-config.ts';

const PREFIX = '$asset/';
/** Imports of the sheet that every app has. */
const BASE_IMPORT = /^@(?:import\s+["']tailwindcss[^;]*|tailwind\s+\w+)\s*;\s*$/gm;

/** The app's globals.css with the theme of its Tailwind 3 settings, and the style sheets that its code imports. */
export function gatherStyles(graph: Graph, files: Files, problems: CompileProblem[]): string {
  const globals = withRelativeFiles(files['globals.css'] ?? '', 'globals.css', files);
  const theme = themeOf(files[TAILWIND_CONFIG] ?? '');
  const sheets = [...graph.keys()].flatMap((key) => {
    const path = key.startsWith(PREFIX) ? (key.slice(PREFIX.length).split('?')[0] ?? '') : '';
    return path.endsWith('.css') && Object.hasOwn(files, path) ? [path] : [];
  });
  const imported = [...new Set(sheets)].sort().flatMap((path) => {
    const text = sheetOf(path, (files[path] ?? '').replace(BASE_IMPORT, ''));
    const refused = refusal(text, () => false);
    if (refused === null) return [withRelativeFiles(text, path, files)];
    const message = `${refused.fault.replaceAll('globals.css', 'a style sheet')} The app is shown without this style sheet.`;
    addWarning(problems, { path, message, place: () => refused.place });
    return [];
  });
  return [globals, theme, ...imported].filter((text) => text !== '').join('\n');
}
