import type { Layout } from '../../plan.ts';

/**
 * What a thing is made of. Fields are separated by `;`: `*` must be filled in, `{a|b}` are the choices, `>noun` points to another table,
 * `:kind` says what a field holds where its name does not (see `fields.ts`).
 */
export interface Noun {
  readonly icon: string;
  readonly layout: Layout;
  readonly fields: string;
  /** Other words for it, singular. */
  readonly also?: readonly string[];
}

export type Nouns = Readonly<Record<string, Noun>>;

export const noun = (icon: string, layout: Layout, fields: string, ...also: readonly string[]): Noun => ({ icon, layout, fields, also });
