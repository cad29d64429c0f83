import { z } from 'zod';

/** What a rule compares with: values that it states, or one of the person who asks. */
export const operand = z.union([
  z.object({ values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).max(1000) }),
  z.object({ person: z.string() }),
]);
export type Operand = z.infer<typeof operand>;

export const COMPARISONS = ['eq', 'in', 'gt', 'gte', 'lt', 'lte', 'exists'] as const;

/** A condition on a field of the row: `data.<path>`, or a field that the server sets. */
export const rowCondition = z.object({
  kind: z.literal('row'),
  path: z.string(),
  is: z.enum(COMPARISONS),
  to: operand,
  not: z.boolean(),
});
export type RowCondition = z.infer<typeof rowCondition>;

/** A condition on the person who asks: `id`, `email`, `role`, or a field that admins of the app keep about them. */
export const personCondition = z.object({
  kind: z.literal('person'),
  field: z.string(),
  is: z.enum(COMPARISONS),
  to: operand,
  not: z.boolean(),
});
export type PersonCondition = z.infer<typeof personCondition>;

/**
 * Who reads, adds, changes or removes which rows of a table. Negations stand at conditions only, so that what is not known of a person makes a
 * condition false in both directions. Admins of the app are bound by `never` alone.
 */
export type Rule =
  | { readonly kind: 'everyone' | 'signedIn' | 'never' }
  /** The rows that the person made. */
  | { readonly kind: 'own'; readonly not: boolean }
  | RowCondition
  | PersonCondition
  | { readonly kind: 'all' | 'any'; readonly of: readonly Rule[] }
  /** A part that is not understood: it lets no one in but admins of the app. */
  | { readonly kind: 'closed'; readonly text: string };

const flag = z.boolean();
export const rule: z.ZodType<Rule> = z.lazy(() =>
  z.union([
    z.object({ kind: z.enum(['everyone', 'signedIn', 'never']) }),
    z.object({ kind: z.literal('own'), not: flag }),
    rowCondition,
    personCondition,
    z.object({ kind: z.enum(['all', 'any']), of: z.array(rule) }),
    z.object({ kind: z.literal('closed'), text: z.string() }),
  ]),
);

export const OPERATIONS = ['read', 'create', 'update', 'delete'] as const;
export type RuleOperation = (typeof OPERATIONS)[number];

/** The rules of a table: an operation without one follows its permissions. */
export type RowRules = Readonly<Partial<Record<RuleOperation, Rule>>>;

/** The conditions of a rule, at any depth. */
export function conditionsOf(of: Rule): readonly Exclude<Rule, { readonly of: unknown }>[] {
  return of.kind === 'all' || of.kind === 'any' ? of.of.flatMap(conditionsOf) : [of as Exclude<Rule, { readonly of: unknown }>];
}
