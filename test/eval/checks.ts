/** An app after an answer, as the checks see it. */
export interface AnsweredApp {
  /** Path → text. */
  readonly files: Readonly<Record<string, string>>;
  /** What each page shows, by path; empty for a page that does not render. */
  readonly shown: Readonly<Record<string, string>>;
}

/** One thing that an answer has to fulfil. */
export interface Check {
  /** For the report, after "lacks". */
  readonly name: string;
  readonly holds: (app: AnsweredApp) => boolean;
}

/** A request for a new app and one that changes it, each with what a person would look for first. */
export interface EvalCase {
  readonly id: string;
  readonly request: string;
  readonly checks: readonly Check[];
  readonly followUp: {
    readonly request: string;
    readonly checks: readonly Check[];
    /** It asks for something to go, so that things may vanish. */
    readonly removes?: boolean;
  };
}

interface Property {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly enum?: unknown;
}

interface Table {
  readonly name: string;
  readonly properties: Readonly<Record<string, Property>>;
}

/** The tables of an app; a schema that cannot be read is none. */
export function tablesOf({ files }: Pick<AnsweredApp, 'files'>): Table[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const name = /^entities\/(.+)\.json$/.exec(path)?.[1];
    if (name === undefined) return [];
    try {
      return [{ name, properties: JSON.parse(text).properties ?? {} }];
    } catch {
      return [];
    }
  });
}

/** A table of one of these names. A pattern is the beginning of a name, or several with `|`, in any case; so are those of fields. */
export function table(name: string, ...fields: readonly string[]): Check {
  const detail = fields.length > 0 ? ` with ${fields.join(', ')}` : '';
  return {
    name: `a table ${name}${detail}`,
    holds: (app) =>
      tablesOf(app).some((one) => matches(one.name, name) && fields.every((field) => namesOf(one).some((each) => matches(each, field)))),
  };
}

/** A field of any table, whose schema satisfies `test`. */
function fieldWith(field: string, what: string, test: (property: Property) => boolean): Check {
  return {
    name: `a field ${field}${what}`,
    holds: (app) =>
      tablesOf(app).some(({ properties }) => Object.entries(properties).some(([name, property]) => matches(name, field) && test(property))),
  };
}

export const field = (name: string): Check => fieldWith(name, '', () => true);
export const number = (name: string): Check => fieldWith(name, ' that is a number', ({ type }) => type === 'number' || type === 'integer');
export const date = (name: string): Check => fieldWith(name, ' that is a date', ({ format }) => /^date/.test(String(format)));
/** A field with given choices, among them these. */
export const choice = (name: string, ...values: readonly string[]): Check =>
  fieldWith(name, ` to choose ${values.join(', ')}`, ({ enum: given }) => {
    const known = Array.isArray(given) ? given.map(String) : [];
    return values.every((value) => known.some((each) => matches(each, value)));
  });
export const yesNo = (name: string): Check => fieldWith(name, ' of yes or no', ({ type }) => type === 'boolean');

/** No table has the field any more. */
export const noField = (name: string): Check => ({
  name: `no field ${name}`,
  holds: (app) => !tablesOf(app).some((one) => namesOf(one).some((each) => matches(each, name))),
});

/** At least so many pages that show something. */
export const pages = (count: number): Check => ({
  name: `${count} pages`,
  holds: ({ shown }) => Object.values(shown).filter((text) => text.trim() !== '').length >= count,
});

/** Words on some page, in any case. */
export const shows = (words: string): Check => ({
  name: `the words ${words} on a page`,
  holds: ({ shown }) => Object.values(shown).some((text) => new RegExp(words, 'i').test(text)),
});

/** A pattern in the source of a page, component or layout. */
export const code = (name: string, pattern: RegExp): Check => ({
  name,
  holds: ({ files }) => Object.entries(files).some(([path, text]) => !path.startsWith('entities/') && pattern.test(text)),
});

/** A pattern in the styles. */
export const colour = (name: string, hues: readonly [from: number, to: number]): Check => ({
  name: `the colour ${name}`,
  holds: ({ files }) => isHue(files['globals.css'] ?? '', hues) || code('', new RegExp(`-${name}-\\d`)).holds({ files, shown: {} }),
});

export const chart = code('a chart', /\bChart\b|recharts|blocks\/chart/);
export const board = code('a board with columns', /blocks\/board|\bBoard\b|kanban|onDrag/i);
export const calendar = code('a calendar', /blocks\/calendar|\bCalendar\b/);
export const form = code('a form', /<form|blocks\/(form|table|page)|<(Form|RecordForm|EntityForm|TablePage)\b/);
export const search = code('a search', /search/i);

const namesOf = ({ properties }: Table): string[] => Object.keys(properties);

function matches(name: string, pattern: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return pattern.split('|').some((one) => plain.includes(one.toLowerCase().replace(/[^a-z0-9]/g, '')));
}

/** Whether the primary colour of a style sheet has a hue within the range, in degrees; ranges may pass 360. */
function isHue(css: string, [from, to]: readonly [number, number]): boolean {
  return [...css.matchAll(/--primary:\s*([^;]+);/g)].some(([, value = '']) => {
    const hue = hueOf(value.trim());
    return hue !== null && ((hue >= from && hue <= to) || (hue + 360 >= from && hue + 360 <= to));
  });
}

/** In degrees of HSL; null when the notation has none. */
function hueOf(value: string): number | null {
  const hex = /^#([0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex !== undefined) return hueOfRgb([0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  const oklch = /oklch\(\s*[\d.]+%?\s+[\d.]+%?\s+([\d.]+)/.exec(value)?.[1];
  // The hues of OKLCH lie about 25° above those of HSL, which is enough for names of colours.
  if (oklch !== undefined) return (Number(oklch) + 335) % 360;
  const hsl = /(?:hsl\()?\s*([\d.]+)(?:deg)?[\s,]+[\d.]+%/.exec(value)?.[1];
  return hsl === undefined ? null : Number(hsl);
}

function hueOfRgb([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue) || 1;
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360;
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}
