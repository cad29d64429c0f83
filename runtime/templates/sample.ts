/** Values for the placeholders of a sample row. */
export interface SampleContext {
  readonly now: Date;
  /** Table → ids of its sample rows, in their order. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

/**
 * A sample row as it is inserted. Dates are relative, so that sample data is current when the app is created: `{today}`, `{today+3}`, `{today-1}` are
 * days, `{today+3 14:30}` moments. `{Contact 2}` is the id of the second sample row of the table Contact.
 */
export function sampleRow(row: Readonly<Record<string, unknown>>, context: SampleContext): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, resolve(value, context)]));
}

function resolve(value: unknown, context: SampleContext): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(one, context));
  if (typeof value === 'object' && value !== null) return sampleRow(value as Record<string, unknown>, context);
  return typeof value === 'string' ? (day(value, context.now) ?? reference(value, context) ?? value) : value;
}

function day(text: string, now: Date): string | null {
  const [whole, offset = '0', time] = /^\{today([+-]\d+)?(?: (\d{2}:\d{2}))?\}$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + Number(offset))).toISOString().slice(0, 10);
  return time === undefined ? date : `${date}T${time}:00Z`;
}

function reference(text: string, { ids }: SampleContext): string | null {
  const [whole, table = '', place] = /^\{([A-Z]\w*) (\d+)\}$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const id = ids[table]?.[Number(place) - 1];
  if (id === undefined) throw new Error(`"${text}" names no sample row.`);
  return id;
}
