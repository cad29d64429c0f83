import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Tokens } from './tokens.ts';

export type AccentChange = Extract<AppChange, { kind: 'set-accent' }>;

/** The accent tokens for light and dark mode, with the lightness of the kit's theme: a contrast of 4.5 for each hue. */
export function accentTokens(change: AccentChange): { readonly light: Tokens; readonly dark: Tokens } {
  const { hue, chroma } = oklchOf(change);
  const at = (lightness: number, part: number) => `oklch(${lightness} ${round(chroma * part)} ${round(hue)})`;
  // Dark yellow looks brown: keep it light, with dark text.
  const isYellow = hue > 80 && hue < 115 && chroma > 0.05;
  const light = isYellow
    ? { primary: at(0.84, 0.95), 'primary-foreground': at(0.24, 0.3), ring: at(0.72, 0.9), 'chart-1': at(0.72, 0.9) }
    : { primary: at(0.47, 1), 'primary-foreground': 'oklch(0.99 0 0)', ring: at(0.62, 0.9), 'chart-1': at(0.55, 1) };
  const dark = {
    primary: at(isYellow ? 0.84 : 0.74, 0.8),
    'primary-foreground': at(0.18, 0.18),
    ring: at(0.66, 0.8),
    'chart-1': at(0.72, 0.85),
  };
  return { light: withSidebar(light), dark: withSidebar(dark) };
}

function withSidebar(values: Tokens): Tokens {
  const { primary = '', 'primary-foreground': foreground = '', ring = '' } = values;
  return { ...values, 'sidebar-primary': primary, 'sidebar-primary-foreground': foreground, 'sidebar-ring': ring };
}

const STRONGEST = 0.17;

function oklchOf(change: AccentChange): { readonly hue: number; readonly chroma: number } {
  if ('color' in change) return fromHex(change.color);
  if (change.hue === null) return { hue: 0, chroma: 0 };
  if (!Number.isFinite(change.hue)) throw new Refused('bad-value');
  return { hue: ((change.hue % 360) + 360) % 360, chroma: STRONGEST };
}

/** Converts an sRGB colour to OKLab (Björn Ottosson). */
function fromHex(color: string): { readonly hue: number; readonly chroma: number } {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color)?.[1];
  if (digits === undefined) throw new Refused('bad-value');
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
  return { hue, chroma: Math.min(Math.hypot(x, y), STRONGEST) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
