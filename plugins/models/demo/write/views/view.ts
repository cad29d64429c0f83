import type { Imports } from '../../code.ts';
import type { Field, Plan, Table } from '../../plan.ts';
import { inputFields, titleField } from '../../plan.ts';
import { listName, type OutFile, targetsOf } from '../parts.ts';

/** How a page shows the rows in its `visible`; `edit(row)`, `drop(row)` and `save(changes, row)` are at hand there. */
export interface View {
  readonly files: readonly OutFile[];
  /** JSX of the rows. */
  readonly list: string;
  /** JSX between the numbers and the list. */
  readonly above?: string;
  /** Height of a row while it loads, as a class. */
  readonly skeleton?: string;
  addImports(imports: Imports): void;
}

/** `clients={clients}`: lists of other tables that a row's references are looked up in. */
export function lookups(plan: Plan, table: Table): string {
  return targetsOf(plan, table)
    .map((target) => ` ${listName(target)}={${listName(target)}}`)
    .join('');
}

/** Parameters of a component that shows one row. */
export function rowProps(plan: Plan, table: Table, item: string, ...more: readonly string[]): string {
  return [item, ...targetsOf(plan, table).map(listName), ...more].join(', ');
}

/** Fields besides the title and those that the view shows in places of their own. */
export function otherFields(table: Table, ...shown: readonly (Field | undefined)[]): readonly Field[] {
  const title = titleField(table);
  return inputFields(table).filter((field) => field !== title && !shown.includes(field));
}
