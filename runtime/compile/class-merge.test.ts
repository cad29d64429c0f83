import { twMerge } from 'tailwind-merge';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureLibraries } from '../scripts/libraries.ts';
import { classMergeModule } from './class-merge.ts';

type Cn = (...names: unknown[]) => string;

/** The published `cn` for these classes; joining comes from clsx as it does in an app. */
async function cnFor(classes: readonly string[]): Promise<Cn> {
  const code = classMergeModule(classes).replace('"clsx"', JSON.stringify(import.meta.resolve('clsx')));
  const { cn } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { cn: Cn };
  return cn;
}

/** Pseudo-random and the same in each run. */
function picker(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
}

describe('merging the classes of a published app', () => {
  let words: readonly string[] = [];
  beforeAll(async () => {
    const { candidates } = await ensureLibraries();
    words = [...new Set(Object.values(candidates).flat())].sort();
  }, 60_000);

  test('answers what tailwind-merge answers for the classes of the kit and the blocks', async () => {
    const cn = await cnFor(words);
    const pick = picker(7);
    for (let round = 0; round < 5000; round += 1) {
      const names = new Set(Array.from({ length: 12 }, () => words[pick(words.length)] ?? ''));
      const text = [...names].join(' ');
      expect(cn(text)).toBe(twMerge(text));
    }
  });

  test.each([
    ['px-4 py-2', 'p-3'],
    ['p-3', 'px-4'],
    ['hover:focus:bg-card', 'focus:hover:bg-muted'],
    ['text-sm leading-6', 'text-base/7'],
    ['leading-6', 'text-sm'],
    ['bg-card', '!bg-muted bg-muted!'],
    ['size-4', 'w-8 h-8'],
    ['w-8 h-8', 'size-4'],
    ['[&_svg]:size-4', '[&_svg]:size-6'],
    ['text-muted-foreground text-sm', 'text-primary'],
    ['own-class grow', 'own-class'],
    ['sm:px-6 px-4', 'sm:p-2'],
    ['rounded-md', 'rounded-t-none'],
    ['[mask-type:luminance]', '[mask-type:alpha]'],
  ])('"%s", then "%s"', async (given, overriding) => {
    const cn = await cnFor([...new Set(`${given} ${overriding}`.split(' '))]);
    expect(cn(given, overriding)).toBe(twMerge(given, overriding));
    expect(cn({ [given]: true }, [overriding, null, false])).toBe(cn(given, overriding));
  });

  test('answers nothing for no classes', async () => {
    const cn = await cnFor([]);
    expect(cn(undefined, false, '')).toBe('');
  });
});
