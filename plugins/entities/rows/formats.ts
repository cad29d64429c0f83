const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const EMAIL = /^[^\s\p{C}@<>()",;:]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/u;

/** The check of each known `format`, and its description. Unknown formats are not checked. */
export const FORMATS: Readonly<Record<string, { readonly matches: (text: string) => boolean; readonly words: string }>> = {
  // Code writes what `toISOString` returns into both, and reads what it wrote.
  date: { matches: isDateTime, words: 'a date such as 2026-01-31' },
  'date-time': { matches: isDateTime, words: 'a date and time such as 2026-01-31T12:00:00Z' },
  email: { matches: (text) => text.length <= 320 && EMAIL.test(text), words: 'an email address' },
  uri: { matches: isAddress, words: 'an address such as https://example.com' },
};

/** Whether a text is a day of the calendar, without a time. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return year !== '' && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** A plain date is valid, too: date pickers without a time fill the same fields. */
function isDateTime(text: string): boolean {
  return isDate(text) || (DATE_TIME.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)));
}

/** Only what a page can safely link to, paths of the app's own files included. */
function isAddress(text: string): boolean {
  // Browsers take a backslash for a slash: the path of `/\\host` is that host.
  return /^\/(?![/\\])\S*$/.test(text) || (/^(https?|mailto|tel|ftp):\S+$/i.test(text) && URL.canParse(text));
}
