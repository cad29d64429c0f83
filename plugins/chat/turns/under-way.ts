import type { TurnStatus } from '../ref.ts';

/** While a turn is at one of these nothing else may change the app through the chat. */
export const UNDER_WAY: readonly TurnStatus[] = ['queued', 'streaming', 'applying'];

export function isUnderWay(status: TurnStatus): boolean {
  return UNDER_WAY.includes(status);
}
