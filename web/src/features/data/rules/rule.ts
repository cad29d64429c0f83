/** What a rule compares with: values that it states, or one of the person who asks. */
export type Value = string | number | boolean | null;
export type Operand = { readonly values: readonly Value[] } | { readonly person: string };
export type Comparison = 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'exists';

interface Compared {
  readonly is: Comparison;
  readonly to: Operand;
  readonly not: boolean;
}
export type RowRule = Compared & { readonly kind: 'row'; readonly path: string };
export type PersonRule = Compared & { readonly kind: 'person'; readonly field: string };

/** A rule as the server understands it: who reads, adds, changes or removes which rows. */
export type Rule =
  | { readonly kind: 'everyone' | 'signedIn' | 'never' }
  /** Rows that the person made. */
  | { readonly kind: 'own'; readonly not: boolean }
  | RowRule
  | PersonRule
  | { readonly kind: 'all' | 'any'; readonly of: readonly Rule[] }
  /** A part that is not understood: it admits only people who build the app. */
  | { readonly kind: 'closed'; readonly text: string };

export const OPERATIONS = ['read', 'create', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The role of people who build the app. */
export const ADMIN = 'admin';
