import { dayKey, formatMoney, useRows } from '@/components/blocks/data';
import type { Item } from '@/entities/Item';
import { Movement } from '@/entities/Movement';

/** By how much a movement changes the stock. */
export function changeOf({ kind, quantity }: Movement): number {
  return kind === 'In' ? Math.abs(quantity) : kind === 'Out' ? -Math.abs(quantity) : quantity;
}

/**
 * The stock of each item: the sum of its movements, so that each level can be explained and none can drift from its history. It is summed
 * in the browser, of at most 10,000 movements; after that, replace old ones by one correction for each item.
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
    /** How many to order. */
    missing: (item: Item) => Math.max(0, rounded((item.target ?? item.minimum) - levelOf(item))),
  };
}

/** Sums of decimals, such as kilograms, without the noise of floating point. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export const today = (): string => dayKey(new Date());
export const money = (amount: number): string => formatMoney(Math.round(amount), 'EUR');
