import { twMerge } from 'tailwind-merge';
import type { StyleProperty } from './element.ts';

const PALETTE =
  'slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose';
const COLORS = `(?:(?:${PALETTE})-(?:50|[1-9]00|950)|white|black|(?:primary|secondary|destructive|muted|accent|card|popover)(?:-foreground)?|foreground|background)`;
const SPACE = '(?:0|0\\.5|1|1\\.5|2|2\\.5|3|3\\.5|[4-9]|1[0-2]|14|16|20|24)';

/** The classes that each property may have. */
const ALLOWED: Readonly<Record<StyleProperty, RegExp>> = {
  size: /^text-(?:xs|sm|base|lg|xl|[2-7]xl)$/,
  weight: /^font-(?:light|normal|medium|semibold|bold|extrabold)$/,
  color: new RegExp(`^text-${COLORS}$`),
  background: new RegExp(`^bg-(?:${COLORS}|transparent)$`),
  padding: new RegExp(`^p-${SPACE}$`),
  margin: new RegExp(`^m-${SPACE}$`),
  align: /^text-(?:left|center|right|justify)$/,
  corners: /^rounded-(?:none|sm|md|lg|xl|2xl|full)$/,
};
/** A class of each property, to find those that it replaces. */
const SAMPLES: Readonly<Record<StyleProperty, string>> = {
  size: 'text-base',
  weight: 'font-normal',
  color: 'text-black',
  background: 'bg-black',
  padding: 'p-0',
  margin: 'm-0',
  align: 'text-left',
  corners: 'rounded-none',
};
const SCREENS = /^(?:max-)?(?:sm|md|lg|xl|2xl):/;

const MAX_CLASSES = 100;
/** Names of utilities with their variants and values: `md:hover:w-[calc(100%-2rem)]`. Nothing that could end an attribute or a rule. */
const CLASS = /^[A-Za-z0-9@!*&[\]()_:/.,%#+<>=~-]{1,100}$/;
/** Functions of CSS that load an address. */
const LOADS = /(?:url|image|image-set|src|element)\(/i;

export function areClasses(names: readonly string[]): boolean {
  return names.length <= MAX_CLASSES && names.every((name) => CLASS.test(name) && !LOADS.test(name));
}

export function isAllowed(property: StyleProperty, name: string): boolean {
  return ALLOWED[property].test(name);
}

/**
 * The classes with that of a property replaced, those for single sides included; `name` null removes them. Variants for states, such as `hover:`
 * and `dark:`, stay. Those for widths of the screen and those marked as important go: they would keep the choice from showing.
 */
export function withStyle(classes: readonly string[], property: StyleProperty, name: string | null): string[] {
  const sample = SAMPLES[property];
  const isReplaced = (one: string): boolean => {
    const plain = one.replace(SCREENS, '').replace(/^!|!$/, '');
    if (/-auto$/.test(plain) || twMerge(`${plain} ${sample}`) !== sample) return false;
    // A size also sets the height of lines, which may have been chosen apart.
    return property !== 'size' || twMerge(`${sample} ${plain}`) === plain;
  };
  const kept = classes.filter((one) => !isReplaced(one));
  return name === null ? kept : [...kept, name];
}
