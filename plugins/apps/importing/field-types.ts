// Types of fields that a project reads and does not describe, from what its code does with their values.

export interface FieldType {
  readonly type: 'string' | 'number' | 'array';
  readonly format?: 'date-time';
}

const NUMBER: FieldType = { type: 'number' };
const MOMENT: FieldType = { type: 'string', format: 'date-time' };
/** Methods that values of one type alone have. */
const METHODS: Readonly<Record<string, FieldType>> = {
  ...Object.fromEntries(
    ['map', 'forEach', 'filter', 'reduce', 'some', 'every', 'flatMap', 'find', 'join'].map((name) => [name, { type: 'array' } as const]),
  ),
  ...Object.fromEntries(
    ['toLowerCase', 'toUpperCase', 'trim', 'startsWith', 'endsWith', 'split', 'charAt', 'replace', 'match'].map((name) => [
      name,
      { type: 'string' } as const,
    ]),
  ),
  toFixed: NUMBER,
};
const CALLED = new RegExp(String.raw`\.(\w{1,64})\s{0,8}\??\.\s{0,8}(${Object.keys(METHODS).join('|')})\s{0,8}\(`, 'g');
/** `Number(order.total)`, `(order.total || 0)`, `* order.total`. */
const COUNTED = [
  /\b(?:Number|parseFloat|parseInt)\(\s{0,8}\w{1,64}\??\.(\w{1,64})/g,
  /\(\w{1,64}\??\.(\w{1,64})\s{0,8}(?:\|\||\?\?)\s{0,8}0\b/g,
  /(?:[-+]=|[*])\s{0,8}\(?\w{1,64}\??\.(\w{1,64})\b(?!\s{0,8}[.(])/g,
];
const DATED = /\b(?:new Date|parseISO)\(\s{0,8}\w{1,64}\??\.(\w{1,64})\s{0,8}\)/g;

/** The types that code shows of fields, by their names. A field that it uses as values of several types has none. */
export function fieldTypesIn(code: readonly string[]): ReadonlyMap<string, FieldType> {
  const found = new Map<string, FieldType | null>();
  const add = (name: string, type: FieldType) => {
    const known = found.get(name);
    // A date is a text, whichever of both is seen first.
    const isSame = known === undefined || known?.type === type.type;
    found.set(name, isSame ? (known?.format === undefined ? type : known) : null);
  };
  for (const text of code) {
    for (const [, name = '', method = ''] of text.matchAll(CALLED)) add(name, METHODS[method] ?? NUMBER);
    for (const pattern of COUNTED) for (const [, name = ''] of text.matchAll(pattern)) add(name, NUMBER);
    for (const [, name = ''] of text.matchAll(DATED)) add(name, MOMENT);
  }
  return new Map([...found].flatMap(([name, type]) => (type === null ? [] : [[name, type] as const])));
}
