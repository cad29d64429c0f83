import type { PartitionSpec } from '../../../contract/store.ts';
import type { Filter } from '../../documents/filter.ts';
import { compileFilter } from '../../documents/match.ts';

export const always: Filter = { kind: 'and', parts: [] };
export const never: Filter = { kind: 'or', parts: [] };

/** A filter for the documents of one table: the conditions on the partition key and the table are decided. */
export function folded(spec: PartitionSpec, filter: Filter, address: { readonly key: string; readonly table: string }): Filter {
  const { key, table } = address;
  const known = { _id: '', [spec.key]: key, [spec.table]: table };
  const fold = (part: Filter): Filter => {
    switch (part.kind) {
      case 'field': {
        const isKnown = part.path[0] === spec.key || part.path[0] === spec.table;
        if (isKnown) return compileFilter(part)(known) ? always : never;
        return part.test.kind === 'in' && part.test.values.length === 0 ? never : part;
      }
      case 'not':
        return negated(fold(part.part));
      case 'and':
        return all(part.parts.map(fold));
      case 'or':
        return any(part.parts.map(fold));
    }
  };
  return fold(filter);
}

export function isAlways(filter: Filter): boolean {
  return filter.kind === 'and' && filter.parts.length === 0;
}

export function isNever(filter: Filter): boolean {
  return filter.kind === 'or' && filter.parts.length === 0;
}

/** All parts in one list, without those that always hold. */
export function all(parts: readonly Filter[]): Filter {
  const flat = parts.flatMap((part) => (part.kind === 'and' ? part.parts : [part]));
  if (flat.some(isNever)) return never;
  return flat.length === 1 ? (flat[0] as Filter) : { kind: 'and', parts: flat };
}

function any(parts: readonly Filter[]): Filter {
  const left = parts.filter((part) => !isNever(part));
  if (left.some(isAlways)) return always;
  return left.length === 1 ? (left[0] as Filter) : { kind: 'or', parts: left };
}

function negated(part: Filter): Filter {
  if (isAlways(part)) return never;
  return isNever(part) ? always : { kind: 'not', part };
}
