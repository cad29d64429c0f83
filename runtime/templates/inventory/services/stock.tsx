import { dayKey, formatMoney, useRows } from '@/components/blocks/data';
import type { Item } from '@/entities/Item';
import { Movement } from '@/entities/Movement';

/** The signed quantity of a movement. */
export function changeOf({ kind, quantity }: Movement): number {
  return kind === 'In' ? Math.abs(quantity) : kind === 'Out' ? -Math.abs(quantity) : quantity;
}

/**
 * The stock of each item: the sum of its movements, so that it always matches its history. The browser sums
 * at most 10,000 movements; beyond that, replace old ones by one correction per item.
 */
export function useStock() {
  const { rows, status } = useRows(Movement, { limit: Number.POSITIVE_INFINITY });
  const levels = new Map<string, number>();
  for (const movement of rows) levels.set(movement.item, rounded((levels.get(movement.item) ?? 0) + changeOf(movement)));
  const levelOf = (item: Item) => levels.get(item.id) ?? 0;
  return {
    isReady: status === 'ready',
    levelOf,
    isLow: (item: Item) => status === 'ready' && levelOf(item) < item.minimum,
    /** Quantity to reorder. */
    missing: (item: Item) => Math.max(0, rounded((item.target ?? item.minimum) - levelOf(item))),
  };
}

/** Rounds sums of decimals, such as kilograms, to remove floating-point errors. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export const today = (): string => dayKey(new Date());
export const money = (amount: number): string => formatMoney(Math.round(amount), 'EUR');
