import { luminance, useComputedColorScheme } from '@mantine/core';
import type { PublicApp } from '../../lib/auth.ts';

/** White text on a colour of this luminance, and black on a lighter one, is read at 4.5 to 1 (WCAG 2.2, 1.4.3). */
const DARKEST_FOR_BLACK = 0.18;

/** The variables of Mantine's filled components for a colour of any lightness. */
export function accentVariables(colour: string) {
  const isLight = luminance(colour) > DARKEST_FOR_BLACK;
  // Away from its text, so that this stays as readable under the pointer.
  const hover = `color-mix(in srgb, ${colour} 88%, ${isLight ? 'white' : 'black'})`;
  return { background: colour, hover, text: isLight ? '#000' : '#fff' };
}

/** How the app's own colour looks on this page; null for the product's. */
export function useAccent(app: Pick<PublicApp, 'accent'> | null) {
  const scheme = useComputedColorScheme();
  return app?.accent ? accentVariables(app.accent[scheme]) : null;
}
