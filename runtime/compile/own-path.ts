import { isAsset } from './assets.ts';
import { isBesideSources } from './sources.ts';

/** The path in the app that a specifier names; null for a package, and for a path that leads out of the app. */
export function ownPath(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return joinPath(from, specifier);
  // A file of `public`, by its path at the root.
  if (/^\/(?!\/|src\/).*\.\w+(?:\?|$)/.test(specifier) && isAsset(specifier.replace(/\?.*$/, ''))) return specifier.slice(1);
  // Vite serves `/src/…` from the project's folder.
  const alias = ['@/', '~/', 'src/', '/src/'].find((one) => specifier.startsWith(one));
  return alias === undefined ? null : specifier.slice(alias.length);
}

/**
 * The path that a relative specifier names; null when it leaves the app. In projects that were made elsewhere, the app's files are in `src`.
 */
function joinPath(from: string, specifier: string): string | null {
  const parts = ['src', ...from.split('/').slice(0, -1)];
  for (const part of specifier.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  const path = parts.join('/');
  if (path === 'src' || path.startsWith('src/')) return path.slice('src/'.length);
  return isBesideSources(path) ? path : null;
}
