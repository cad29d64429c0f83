import { code } from '../code.ts';

/** `services/format`: how the app writes dates and money. */
export const formatFile = code`
  import { format, isToday, isTomorrow, isYesterday, parseISO } from 'date-fns';

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

  export function initials(name) {
    return String(name ?? '')
      .split(/\s+/)
      .slice(0, 2)
      .map((word) => word.charAt(0).toUpperCase())
      .join('');
  }
`;
