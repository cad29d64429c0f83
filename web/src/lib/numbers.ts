import { currentLanguage } from '../i18n/language.ts';

/** `9.6K` */
export const compact = (value: number): string =>
  new Intl.NumberFormat(currentLanguage(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** `83%` */
export const percent = (share: number): string => new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(share);

/** `$0.12` */
export const dollars = (value: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(value);

/** `$0.0004`, for parts of a cent. */
export const fineDollars = (value: number): string =>
  new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 4,
  }).format(value);
