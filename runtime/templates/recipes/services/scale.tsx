import type { Recipe } from '@/entities/Recipe';

type Ingredient = Recipe['ingredients'][number];

/** An ingredient for the number of servings: `1.5 kg flour`. */
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

/** Formats a quantity for cooks: fractions (½, 1 ¾) below ten, whole numbers above. */
export function readable(amount: number): string {
  if (amount >= 10) return Math.round(amount).toLocaleString();
  const whole = Math.floor(amount);
  const fraction = FRACTIONS.find(([value]) => Math.abs(amount - whole - value) < 0.04)?.[1];
  if (fraction) return whole === 0 ? fraction : `${whole} ${fraction}`;
  return amount.toLocaleString(undefined, { maximumFractionDigits: amount < 1 ? 2 : 1 });
}

/** The non-empty lines of a text. */
export const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);
