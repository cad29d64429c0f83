import { pagePath } from '../pages.ts';
import type { Detector } from './detector.ts';

/** A page that nothing leads to: no other file has its name or its address. */
export const unreachablePage: Detector = {
  id: 'unreachable-page',
  severity: 'warning',
  *find({ pages, sources, files }) {
    for (const { name, isMain } of pages) {
      const path = `pages/${name}`;
      if (isMain || files[path] === undefined || sources.some((source) => source.path !== path && mentions(source.text, name))) continue;
      yield { path, message: `Nothing in the app leads to the page "${name}".` };
    }
  },
};

function mentions(text: string, name: string): boolean {
  return (
    text.includes(name) ||
    text
      .toLowerCase()
      .replaceAll(' ', '')
      .includes(`/${pagePath(name)}`)
  );
}
