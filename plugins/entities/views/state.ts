import { z } from 'zod';

const name = z.string().trim().min(1, 'A view needs a name.').max(100, 'The name of a view has at most 100 characters.');
const fields = z.array(z.string().max(200)).max(500);

/** How the data browser shows a table: its columns, their order and widths (px), the sort, and the filter as the browser edits it. */
const arrangement = z.strictObject({
  order: fields,
  hidden: fields,
  pinned: fields,
  widths: z.record(z.string().max(200), z.number().min(0).max(2000)),
  sort: z.string().max(1000),
  conditions: z.strictObject({
    match: z.enum(['all', 'any']),
    conditions: z
      .array(
        z.strictObject({
          field: z.string().max(200),
          operator: z.string().max(20),
          text: z.string().max(1000),
          options: z.array(z.string().max(200)).max(200),
        }),
      )
      .max(20),
  }),
});

export const newView = z.strictObject({ name, arrangement });
export const viewChanges = newView.partial();
export type NewView = z.output<typeof newView>;
export type ViewChanges = z.output<typeof viewChanges>;

/** A view of one account of one table, with whichever rows. */
export const viewDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  entity: z.string(),
  accountId: z.string(),
  name: z.string(),
  /** App, table, account and name without case. Unique. */
  nameKey: z.string(),
  arrangement,
});
export type ViewDocument = z.infer<typeof viewDocument>;

export const viewAnswer = z.object({ id: z.string(), name: z.string(), arrangement });
export type TableViewAnswer = z.infer<typeof viewAnswer>;
