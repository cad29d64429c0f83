import { colourIn, themeIn } from '../../looks.ts';
import type { Accent, Plan } from '../../plan.ts';
import { barColour } from '../../write/theme.ts';
import type { Change } from '../rule.ts';

/** Accents in everyday words. */
const spoken: Readonly<Record<Accent, string>> = {
  emerald: 'green',
  teal: 'teal',
  sky: 'light blue',
  blue: 'blue',
  indigo: 'indigo',
  violet: 'violet',
  rose: 'rose',
  orange: 'orange',
  amber: 'amber',
  stone: 'grey',
};

/** Dark or light, the accent, and the bar with the app's name in a colour of its own. */
export function recolour(plan: Plan, text: string): Change | string | null {
  const accent = colourIn(text);
  const bar = /\b(?:header|top ?bar|nav(?:igation|bar)?|side ?bar|menu bar|title bar|banner)\b/.test(text);
  if (bar && accent !== null) {
    if (barColour(plan) === accent) return `The header is already ${spoken[accent]}.`;
    return { plan: { ...plan, header: accent }, sentence: `Done: the header is ${spoken[accent]}.` };
  }
  if (bar && /\b(?:plain|neutral|white|normal|no colou?r|without colou?r|reset|remove)\b/.test(text))
    return barColour(plan) === null
      ? 'The header is already plain.'
      : { plan: { ...plan, header: 'plain' }, sentence: 'Done: the header is plain.' };
  const theme = themeIn(text);
  if (accent === null && theme === null) return null;
  if ((accent ?? plan.accent) === plan.accent && (theme ?? plan.theme) === plan.theme) return 'It already looks like that.';
  const said = [theme && `your app is ${theme}`, accent && `the accent is ${spoken[accent]}`].filter(Boolean).join(' and ');
  return { plan: { ...plan, accent: accent ?? plan.accent, theme: theme ?? plan.theme }, sentence: `Done: ${said}.` };
}
