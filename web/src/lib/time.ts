import { currentLanguage, translator } from '../i18n/language.ts';

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `5 minutes ago`; under a minute, `just now`. */
export function timeAgo(moment: string, now: number = Date.now()): string {
  const seconds = (Date.parse(moment) - now) / 1000;
  const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return translator()('common.justNow');
}

/** Date and time for titles and tooltips. */
export const fullTime = (moment: string): string =>
  new Date(moment).toLocaleString(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' });

export const dateOf = (moment: string): string => new Date(moment).toLocaleDateString(currentLanguage(), { dateStyle: 'medium' });
