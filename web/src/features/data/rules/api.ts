import { call, type TableAddress, tableUrl } from '../rows/api.ts';
import type { Operation, Rule } from './rule.ts';

export interface RulesOfTable {
  readonly versionId: string | null;
  /** Of the table's file: an edit names what it saw. */
  readonly digest: string;
  readonly table: Readonly<Record<Operation, { readonly rule: Rule; readonly isOwn: boolean }>>;
  readonly fields: Readonly<Record<string, RulesOfField>>;
}

export interface RulesOfField {
  /** Parts of the field have rules, too, which only the table's file can say. */
  readonly isInParts: boolean;
  readonly rules: Readonly<Partial<Record<Operation, Rule>>>;
}

/** A rule of the table, or of one of its fields. */
export interface RuleAddress {
  readonly field: string | null;
  readonly operation: Operation;
}

const at = (table: TableAddress, rest = '') => tableUrl({ ...table, as: null }, `/rules${rest}`);

export const readRules = (table: TableAddress, signal?: AbortSignal) => call<RulesOfTable>('GET', at(table), { signal });

/** `rule`: null for none of its own. */
export const saveRule = (table: TableAddress, { field, operation }: RuleAddress, { digest, rule }: { digest: string; rule: Rule | null }) =>
  call<RulesOfTable>('POST', at(table), { body: { digest, operation, field, rule } });

export const undoRule = (table: TableAddress, versionId: string) =>
  call<{ readonly versionId: string }>('POST', at(table, '/undo'), { body: { versionId } });
