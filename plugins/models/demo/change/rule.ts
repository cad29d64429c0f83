import type { Plan } from '../plan.ts';
import { sentenceCase } from '../plan.ts';

export interface Change {
  /** The app as it becomes; null when nothing of it is left. */
  readonly plan: Plan | null;
  /** What was done, in the past tense, for the builder. */
  readonly sentence: string;
}

/** A way to change an app: a change, a sentence that says why it cannot be done, or null when the words are about something else. */
export type Rule = (plan: Plan, text: string, request: string) => Change | string | null;

/** What each table holds, for answers about something that is not there. */
export function fieldsOf(plan: Plan): string {
  return plan.tables
    .map(
      (table) =>
        `${sentenceCase(table.plural)} have ${listed(table.fields.filter((field) => field.kind !== 'days').map((field) => field.label.toLowerCase()))}.`,
    )
    .join(' ');
}

/** `a, b and c`. */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** What stands in quotes, or all of it without the full stop. */
export function unquoted(text: string): string {
  return text.trim().replace(/^["“'‘]|["”'’]?[.!]?$/g, '');
}
