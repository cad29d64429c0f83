import type { Recipe } from '@/entities/Recipe';

type Ingredient = Recipe['ingredients'][number];

/** `1.5 kg flour`: an ingredient for as many people as come. */
export function scaled({ name, amount, unit }: Ingredient, factor: number): string {
  return [amount ? readable(amount * factor) : '', unit, name].filter(Boolean).join(' ');
}

const FRACTIONS = [
  [0.25, '¼'],
  [0.333, '⅓'],
  [0.5, '½'],
  [0.667, '⅔'],
  [0.75, '¾'],
] as const;

/** As cooks write it: ½ and 1 ¾ below ten, whole numbers above. */
export function readable(amount: number): string {
  if (amount >= 10) return Math.round(amount).toLocaleString();
  const whole = Math.floor(amount);
  const fraction = FRACTIONS.find(([value]) => Math.abs(amount - whole - value) < 0.04)?.[1];
  if (fraction) return whole === 0 ? fraction : `${whole} ${fraction}`;
  return amount.toLocaleString(undefined, { maximumFractionDigits: amount < 1 ? 2 : 1 });
}

/** The lines of a text that say something. */
export const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);
