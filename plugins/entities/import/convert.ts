import type { PropertySchema } from '@sayso/apps/ref';

export const SPLITTERS = ['\n', ';', '|', '\t', ','] as const;
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;

/** How the cells of a column are written, beyond what section 5 of the specification converts by itself. */
export interface CellFormat {
  /** Of a list of texts. Default: the first of `SPLITTERS` that the cell contains. */
  readonly splitCharacter?: (typeof SPLITTERS)[number] | undefined;
  /** The order of day, month and year in dates of digits, such as 31/01/2026. */
  readonly dateOrder?: (typeof DATE_ORDERS)[number] | undefined;
  /** `1.234,5` means 1234.5. */
  readonly decimalComma?: boolean | undefined;
  /** Words for true besides `true`, in lower case. */
  readonly trueWords?: readonly string[] | undefined;
  /** Of times without an offset, by its IANA name. Default: UTC. */
  readonly timeZone?: string | undefined;
}

const DIGITS = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
const CLOCK = /\d:\d{2}/;
/** A clock with its offset. */
const ZONE = /(?<clock>\d:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]m)?)\s*(?:Z|UTC|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})(?:[+-]\d{2}:?\d{2})?/i;
const DAY_MS = 24 * 3600 * 1000;
const QUARTER_MS = 15 * 60 * 1000;
const MAX_OFFSETS = 10_000;
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;

/** Converts a cell to its field's type; what cannot be converted is kept, for the validator to report. */
export function fromCell(cell: string, property: PropertySchema, format: CellFormat = {}): unknown {
  switch (property.type) {
    case 'number':
    case 'integer':
      return toNumber(cell, format);
    case 'boolean': {
      const word = cell.toLowerCase();
      return word === 'true' || format.trueWords?.includes(word) === true;
    }
    case 'object':
      return parsed(cell);
    case 'array':
      return toList(cell, property, format);
    default:
      if (property.format === 'date-time') return toTime(cell, format);
      return property.format === 'date' ? toDate(cell, format) : toChoice(cell, property);
  }
}

function toNumber(cell: string, { decimalComma }: CellFormat): number | string {
  const plain = decimalComma
    ? cell.replace(/[.\s'’](?=\d{3}(\D|$))/g, '').replace(',', '.')
    : GROUPED.test(cell)
      ? cell.replaceAll(',', '')
      : cell;
  const number = Number(plain);
  return Number.isNaN(number) ? cell : number;
}

/** Choices that are numbers arrive as text. */
function toChoice(cell: string, { type, enum: choices }: PropertySchema): unknown {
  if (type !== undefined || choices === undefined || choices.includes(cell)) return cell;
  return choices.find((choice) => String(choice) === cell) ?? cell;
}

function toList(cell: string, { items }: PropertySchema, { splitCharacter }: CellFormat): unknown {
  const list = cell.startsWith('[') ? parsed(cell) : cell;
  if (typeof list !== 'string' || (items?.type ?? 'string') !== 'string') return list;
  const splitter = splitCharacter ?? SPLITTERS.find((character) => list.includes(character));
  const parts = splitter === undefined ? [list] : list.split(splitter);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function toTime(cell: string, format: CellFormat): string {
  const text = orderedDate(cell, format) ?? cell;
  const hasZone = ZONE.test(text);
  const wall = hasZone ? Date.parse(text) : asUtc(text);
  if (Number.isNaN(wall)) return cell;
  const isLocal = !hasZone && CLOCK.test(text) && format.timeZone !== undefined;
  return new Date(isLocal ? instantOf(wall, format.timeZone) : wall).toISOString();
}

/** The date and the clock of a text without an offset, as if they were in UTC; never in the time zone of the process. */
function asUtc(text: string): number {
  if (!CLOCK.test(text) && ISO_DATE.test(text)) return Date.parse(text);
  return Date.parse(/^\d{4}-\d{2}-\d{2}T/.test(text) ? `${text}Z` : `${text} UTC`);
}

/** Of two instants with this clock the earlier one; a clock that is skipped counts from before the change. */
function instantOf(wall: number, timeZone: string): number {
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  if (before + offsetAt(before, timeZone) === wall) return before;
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  return after + offsetAt(after, timeZone) === wall ? after : before;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** In milliseconds. Offsets change at most at quarters of an hour, by which they are cached: a file has many times of a day. */
function offsetAt(time: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(time / QUARTER_MS)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? [];
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(key, sign === '-' ? -size : size);
  return sign === '-' ? -size : size;
}

/** The day as written, whatever the time zone of the process. */
function toDate(cell: string, format: CellFormat): string {
  const ordered = orderedDate(cell, format) ?? cell;
  if (ISO_DATE.test(ordered)) return ordered.slice(0, 10);
  const time = asUtc(ordered.replace(ZONE, '$<clock>'));
  if (DIGITS.test(cell) || !/[a-z]/i.test(cell) || Number.isNaN(time)) return cell;
  return new Date(time).toISOString().slice(0, 10);
}

/** ISO text for a date of digits in a known order; null for others, and for impossible days. */
function orderedDate(cell: string, { dateOrder }: CellFormat): string | null {
  const [, first = '', second = '', third = '', hours, minutes = '00', seconds = '00'] = DIGITS.exec(cell) ?? [];
  if (dateOrder === undefined || first === '' || ISO_DATE.test(cell)) return null;
  const [day, month, year] = { dmy: [first, second, third], mdy: [second, first, third], ymd: [third, second, first] }[dateOrder].map(
    Number,
  ) as [number, number, number];
  const full = year < 100 ? year + (year < 70 ? 2000 : 1900) : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  if (date.getUTCDate() !== day || date.getUTCMonth() + 1 !== month) return null;
  const text = `${pad(full, 4)}-${pad(month)}-${pad(day)}`;
  return hours === undefined ? text : `${text}T${pad(Number(hours))}:${minutes}:${seconds}`;
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}

function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
