import type { CSSProperties } from 'react';

/** Hues far apart; lightness and chroma come from the colour scheme, so that the text is readable on each. */
const HUES = [255, 150, 55, 310, 25, 200, 100, 345, 285, 75];

/** The background of an option: by its place among the options, so that neighbours differ. */
export function optionColor(label: string, options: readonly (string | number)[]): CSSProperties {
  const place = options.findIndex((option) => String(option) === label);
  if (place < 0) return {};
  const hue = HUES[place % HUES.length] ?? 0;
  return { backgroundColor: `light-dark(oklch(0.93 0.045 ${hue}), oklch(0.37 0.06 ${hue}))` };
}
