import type { ElementStyleProperty } from '../../../gen/elements.ts';

export type SelectProperty = Exclude<ElementStyleProperty, 'color' | 'background' | 'align'>;

const SPACES = ['0', '1', '2', '3', '4', '6', '8', '10', '12', '16'];

/** The classes to choose from; their labels are the scale's own names. */
export const STYLE_CHOICES: Readonly<Record<SelectProperty, readonly string[]>> = {
  size: ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl', 'text-4xl', 'text-5xl', 'text-6xl'],
  weight: ['font-light', 'font-normal', 'font-medium', 'font-semibold', 'font-bold', 'font-extrabold'],
  padding: SPACES.map((space) => `p-${space}`),
  margin: SPACES.map((space) => `m-${space}`),
  corners: ['rounded-none', 'rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-xl', 'rounded-2xl', 'rounded-full'],
};

export const ALIGNMENTS = ['text-left', 'text-center', 'text-right'] as const;

/** Colours of the app's own theme, then of Tailwind's palette with the value that shows here. */
export const THEME_COLORS = ['foreground', 'muted-foreground', 'primary', 'destructive'] as const;
export const THEME_BACKGROUNDS = ['background', 'card', 'muted', 'primary'] as const;
export const PALETTE: readonly { readonly name: string; readonly shown: string }[] = [
  { name: 'white', shown: '#ffffff' },
  { name: 'black', shown: '#000000' },
  { name: 'slate-500', shown: '#64748b' },
  { name: 'red-600', shown: '#dc2626' },
  { name: 'orange-500', shown: '#f97316' },
  { name: 'amber-400', shown: '#fbbf24' },
  { name: 'green-600', shown: '#16a34a' },
  { name: 'teal-500', shown: '#14b8a6' },
  { name: 'blue-600', shown: '#2563eb' },
  { name: 'indigo-600', shown: '#4f46e5' },
  { name: 'purple-600', shown: '#9333ea' },
  { name: 'pink-500', shown: '#ec4899' },
];
