import { code } from '../code.ts';
import type { Accent, Plan } from '../plan.ts';
import { characterOf } from './character.ts';

/** Hue, and how colourful and light the accent is, in oklch. White text on it, and its own on a tint of it, are read at 4.5 to 1. */
const hues: Readonly<Record<Accent, { readonly hue: number; readonly chroma: number; readonly light: number }>> = {
  emerald: { hue: 162, chroma: 0.12, light: 0.48 },
  teal: { hue: 190, chroma: 0.09, light: 0.49 },
  sky: { hue: 235, chroma: 0.12, light: 0.49 },
  blue: { hue: 258, chroma: 0.19, light: 0.5 },
  indigo: { hue: 276, chroma: 0.2, light: 0.51 },
  violet: { hue: 297, chroma: 0.21, light: 0.52 },
  rose: { hue: 12, chroma: 0.19, light: 0.52 },
  orange: { hue: 45, chroma: 0.16, light: 0.51 },
  amber: { hue: 70, chroma: 0.12, light: 0.51 },
  stone: { hue: 60, chroma: 0.02, light: 0.38 },
};

/** The app's colours as variables of the kit: neutrals tinted with the accent, light and dark. */
export function writeTheme(plan: Plan): string {
  const { hue, chroma, light } = hues[plan.accent];
  const tint = (lightness: number, amount: number) => `oklch(${lightness} ${amount} ${hue})`;
  const charts = [0, 55, 130, 205, 290].map((turn) => (hue + turn) % 360);
  const lightTokens = [
    `--background: ${tint(0.988, 0.003)};`,
    `--foreground: ${tint(0.2, 0.015)};`,
    '--card: oklch(1 0 0);',
    `--card-foreground: ${tint(0.2, 0.015)};`,
    '--popover: oklch(1 0 0);',
    `--popover-foreground: ${tint(0.2, 0.015)};`,
    `--primary: ${tint(light, chroma)};`,
    '--primary-foreground: oklch(0.99 0 0);',
    `--secondary: ${tint(0.96, 0.012)};`,
    `--secondary-foreground: ${tint(0.3, 0.03)};`,
    `--muted: ${tint(0.965, 0.008)};`,
    `--muted-foreground: ${tint(0.5, 0.02)};`,
    `--accent: ${tint(0.95, Math.min(0.03, chroma / 4))};`,
    `--accent-foreground: ${tint(0.3, 0.05)};`,
    `--border: ${tint(0.915, 0.008)};`,
    `--input: ${tint(0.9, 0.01)};`,
    `--ring: ${tint(light + 0.12, chroma * 0.8)};`,
    ...charts.map((chart, index) => `--chart-${index + 1}: oklch(0.66 0.14 ${chart});`),
    '--radius: 0.75rem;',
  ];
  const darkTokens = [
    `--background: ${tint(0.17, 0.012)};`,
    `--foreground: ${tint(0.96, 0.005)};`,
    `--card: ${tint(0.215, 0.014)};`,
    `--card-foreground: ${tint(0.96, 0.005)};`,
    `--popover: ${tint(0.215, 0.014)};`,
    `--popover-foreground: ${tint(0.96, 0.005)};`,
    `--primary: ${tint(0.74, Math.min(chroma, 0.14))};`,
    `--primary-foreground: ${tint(0.18, 0.03)};`,
    `--secondary: ${tint(0.28, 0.018)};`,
    `--secondary-foreground: ${tint(0.95, 0.005)};`,
    `--muted: ${tint(0.26, 0.014)};`,
    `--muted-foreground: ${tint(0.72, 0.018)};`,
    `--accent: ${tint(0.31, 0.03)};`,
    `--accent-foreground: ${tint(0.96, 0.01)};`,
    `--border: ${tint(0.31, 0.016)};`,
    `--input: ${tint(0.34, 0.018)};`,
    `--ring: ${tint(0.6, chroma * 0.7)};`,
    ...charts.map((chart, index) => `--chart-${index + 1}: oklch(0.74 0.13 ${chart});`),
  ];
  const { hero, headings } = characterOf(plan);
  const bar = barColour(plan);
  return code`
    :root {
      color-scheme: ${plan.theme};
      ${plan.theme === 'dark' ? [...darkTokens, '--radius: 0.75rem;'] : lightTokens}
    }

    .dark {
      color-scheme: dark;
      ${darkTokens}
    }
    ${bar && inColour('.app-header', bar)}
    ${hero === 'solid' && inColour('.app-hero', plan.accent)}
    ${headings === 'serif' && serifs}
  `;
}

/** The colour of the bar with the app's name; null when it is as quiet as the pages. */
export function barColour(plan: Plan): Accent | null {
  if (plan.header !== null) return plan.header === 'plain' ? null : plan.header;
  return plan.site === null && characterOf(plan).bar === 'bold' ? plan.accent : null;
}

const serifs = code`

  h1,
  .heading {
    font-family: ui-serif, Georgia, Cambria, 'Times New Roman', serif;
    font-weight: 500;
  }
`;

/** A part of the app in full colour: within it, the same tokens mean colours that stand out from it. */
function inColour(selector: string, accent: Accent): string {
  const { hue, chroma, light: tone } = hues[accent];
  // Darker than a button, so that what is marked on it is still read.
  const light = tone - 0.06;
  const bar = `oklch(${light.toFixed(2)} ${chroma} ${hue})`;
  return code`

    ${selector} {
      --background: ${bar};
      --card: ${bar};
      --foreground: oklch(0.99 0 0);
      --muted-foreground: oklch(0.96 0.02 ${hue});
      --primary: oklch(0.99 0 0);
      --primary-foreground: ${bar};
      --accent: oklch(${(light - 0.08).toFixed(2)} ${chroma} ${hue});
      --accent-foreground: oklch(0.99 0 0);
      --border: oklch(${(light + 0.06).toFixed(2)} ${chroma} ${hue});
      background: ${bar};
      color: oklch(0.99 0 0);
    }
  `;
}
