import { translator } from '../../i18n/language.ts';
import type { TurnState } from '../../lib/workspace/workspace.ts';
import { actionLine } from './actionWords.ts';
import type { Turn } from './liveTurn.ts';

/** The part of a turn's state that other panels need. `fetching`: what is said while packages that the app needs are fetched. */
export const turnState = (turn: Turn | null, isBusy: boolean, fetching: string | null = null): TurnState => ({
  isBusy,
  status: turn?.status ?? null,
  step: isBusy ? stepOf(turn, fetching) : null,
});

function stepOf(turn: Turn | null, fetching: string | null): NonNullable<TurnState['step']> {
  const t = translator();
  if (turn === null || turn.status === 'queued') return { label: t('chat.turn.starting'), share: 0 };
  if (turn.status === 'applying') return { label: fetching ?? t('chat.turn.applying'), share: 0.95 };
  const actions = turn.assistantMessage.parts.flatMap((part) => (part.__typename === 'ActionPart' ? [part.action] : []));
  const done = actions.filter((action) => action.status === 'complete').length;
  const last = actions.at(-1);
  if (last === undefined) return { label: t('chat.turn.reading'), share: 0.08 };
  // The number of files is unknown: the share approaches 0.9 with each one.
  return { label: actionLine(last, t), share: 0.9 - 0.75 * 0.8 ** done };
}

export const addsRows = (turn: Turn): boolean =>
  turn.assistantMessage.parts.some(
    (part) => part.__typename === 'ActionPart' && part.action.type === 'insert_records' && part.action.status === 'complete',
  );
