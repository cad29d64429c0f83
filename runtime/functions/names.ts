import type { Files } from '../compile/sources.ts';

const FOLDER = 'functions/';
const PLAIN = /^[A-Za-z][\w-]{0,63}$/;
/** Below folders, as in `commerce/admin-orders`; only their last part is a function. */
const NESTED = /^(?=.{1,200}$)[A-Za-z][\w-]{0,63}(?:\/[A-Za-z][\w-]{0,63}){1,5}$/;

/**
 * Path of a function's file; null when there is none of that name. A function below folders has a folder of its own, so that files which other
 * functions import are none: `commerce/orders` is `functions/commerce/orders/entry`.
 */
export function functionPath(name: string, files: Files): string | null {
  if (!isFunctionName(name)) return null;
  const path = PLAIN.test(name) ? FOLDER + name : `${FOLDER}${name}/entry`;
  return Object.hasOwn(files, path) ? path : null;
}

export function isFunctionName(name: string): boolean {
  return PLAIN.test(name) || NESTED.test(name);
}

/** The name of the function at a path; null for a file that is none. */
export function functionAt(path: string): string | null {
  if (!path.startsWith(FOLDER)) return null;
  const inner = path.slice(FOLDER.length);
  if (PLAIN.test(inner)) return inner;
  const folder = inner.endsWith('/entry') ? inner.slice(0, -'/entry'.length) : '';
  return NESTED.test(folder) ? folder : null;
}

/**
 * The function that an address names, whose name may have several of its parts: the longest that there is. What follows is for the function
 * itself. Without any, the first part.
 */
export function functionInAddress(first: string, rest: string, files: Files): { readonly name: string; readonly rest: string } {
  const parts = rest.split('/');
  for (let count = parts.length; count > 0; count -= 1) {
    const name = [first, ...parts.slice(0, count)].join('/');
    if (functionPath(name, files) !== null) return { name, rest: parts.slice(count).join('/') };
  }
  return { name: first, rest };
}
