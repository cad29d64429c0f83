import { code } from '../code.ts';

/** `services/format`: how the app writes dates and money. */
export const formatFile = code`
  import { differenceInDays, format, isToday, isTomorrow, isYesterday, parseISO } from 'date-fns';

  const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 2 });

  export function money(value) {
    return currency.format(Number(value) || 0).replace(/\.00$/, '');
  }

  /** Today, Tomorrow, Yesterday, or 21 Nov 2026. */
  export function day(value) {
    if (!value) return '';
    const date = parseISO(value);
    if (isToday(date)) return 'Today';
    if (isTomorrow(date)) return 'Tomorrow';
    if (isYesterday(date)) return 'Yesterday';
    return format(date, 'd MMM yyyy');
  }

  export function dayAndTime(value) {
    return value ? day(value) + ', ' + format(parseISO(value), 'HH:mm') : '';
  }

  /** A moment as an input of type datetime-local wants it. */
  export function localTime(value) {
    return value ? format(typeof value === 'string' ? parseISO(value) : value, "yyyy-MM-dd'T'HH:mm") : '';
  }

  /** Today as yyyy-MM-dd. */
  export function today() {
    return format(new Date(), 'yyyy-MM-dd');
  }

  /** Whether a moment is in the last seven days. */
  export function isRecent(moment) {
    return Boolean(moment) && differenceInDays(new Date(), parseISO(moment)) < 7;
  }

  export function total(values) {
    return values.reduce((sum, value) => sum + (Number(value) || 0), 0).toLocaleString('en-US', { maximumFractionDigits: 1 });
  }

  export function average(values) {
    return values.length === 0 ? '–' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);
  }

  /** November 2026, for headings. */
  export function month(value) {
    return value ? format(parseISO(value), 'MMMM yyyy') : 'Without a date';
  }

  export function initials(name) {
    return String(name ?? '')
      .split(/\s+/)
      .slice(0, 2)
      .map((word) => word.charAt(0).toUpperCase())
      .join('');
  }
`;
