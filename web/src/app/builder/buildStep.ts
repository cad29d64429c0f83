import { actionWords } from '../../features/chat/actionWords.ts';
import type { Turn } from '../../features/chat/liveTurn.ts';
import type { BuildStep } from '../../features/preview/BuildProgress.tsx';

/** Where the first version stands, for the drawing in the preview's place. */
export function buildStep(turn: Turn | null): BuildStep {
  if (turn === null || turn.status === 'queued') return { label: 'Starting', share: 0 };
  if (turn.status === 'applying') return { label: 'Putting your app together', share: 0.95 };
  const actions = turn.assistantMessage.parts.flatMap((part) => (part.__typename === 'ActionPart' ? [part.action] : []));
  const done = actions.filter((action) => action.status === 'complete').length;
  const last = actions.at(-1);
  if (last === undefined) return { label: 'Reading your request', share: 0.08 };
  const { verb, name } = actionWords(last);
  // Nobody knows how many files will come: each one takes a part of what is left.
  return { label: `${verb} ${name}`, share: 0.9 - 0.75 * 0.8 ** done };
}

/** What the builder can do while there is no version to show and none is being written. */
export function buildHint(turn: Turn | null): string {
  if (turn?.status === 'waiting') return 'The assistant has a question for you in the chat.';
  if (turn !== null && turn.status !== 'ready') return 'Your app is not finished yet. Continue in the chat.';
  return 'Describe your app in the chat. It appears here as soon as it runs.';
}
