import { luminance, useComputedColorScheme } from '@mantine/core';
import type { PublicApp } from '../../lib/auth.ts';

/** Luminance above which text is black, else white: both then have a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
const DARKEST_FOR_BLACK = 0.18;

/** CSS variables of Mantine's filled components for a colour of any lightness. */
export function accentVariables(colour: string) {
  const isLight = luminance(colour) > DARKEST_FOR_BLACK;
  // Mixed away from the text's colour, so that hovering keeps the contrast.
  const hover = `color-mix(in srgb, ${colour} 88%, ${isLight ? 'white' : 'black'})`;
  return { background: colour, hover, text: isLight ? '#000' : '#fff' };
}

/** CSS variables of the app's accent in the current colour scheme; null for the product's own. */
export function useAccent(app: Pick<PublicApp, 'accent'> | null) {
  const scheme = useComputedColorScheme();
  return app?.accent ? accentVariables(app.accent[scheme]) : null;
}
