import type { Stat } from './stats.ts';

/** A row of tiles without a hole in it, on any screen. */
export function tilesClass(count: number): string {
  const wide = count === 3 ? 'lg:grid-cols-3' : count === 2 ? '' : 'lg:grid-cols-4';
  const odd = count % 2 === 1 ? ' [&>:last-child]:col-span-2 lg:[&>:last-child]:col-span-1' : '';
  return `grid grid-cols-2 gap-3 ${wide}${odd}`.replace(/ {2,}/g, ' ').trim();
}

/** A tile on the page. */
export function writeTile(stat: Stat): string {
  return `<StatTile icon={${stat.icon}} label=${JSON.stringify(stat.label)} value={${stat.value}} hint=${JSON.stringify(stat.hint)} />`;
}
