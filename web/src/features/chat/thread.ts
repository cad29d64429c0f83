import type { Message, Part, Turn } from './liveTurn.ts';

/** A message that is on its way to the server, or did not get there. */
export interface Outgoing {
  readonly clientId: string;
  readonly content: string;
  /** The last turn when it was sent; null when there was none. */
  readonly afterTurnId: string | null;
  /** Why it was not sent; null while it is being sent. */
  readonly failure: string | null;
}

/** The live turn is the message's own: it is often heard of before the server has answered the sending. */
export const hasArrived = ({ content, afterTurnId }: Outgoing, turn: Turn | null): boolean =>
  turn !== null && turn.id !== afterTurnId && plainText(turn.userMessage) === content;

/** The conversation as read, with the live turn's two messages in the place of their older states, or at the end. */
export function threadWith(messages: readonly Message[], turn: Turn | null): Message[] {
  if (turn === null) return [...messages];
  const live = [turn.userMessage, turn.assistantMessage];
  const known = new Set(messages.map((message) => message.id));
  const updated = messages.map((message) => live.find((each) => each.id === message.id) ?? message);
  return [...updated, ...live.filter((each) => !known.has(each.id))];
}

export type ActionOf = Extract<Part, { __typename: 'ActionPart' }>['action'];

/** What is drawn one below the other: neighbouring actions stand in one group. */
export type Block =
  | { readonly kind: 'text' | 'reasoning'; readonly key: string; readonly text: string; readonly isLast: boolean }
  | { readonly kind: 'actions'; readonly key: string; readonly actions: readonly ActionOf[] };

export function blocksOf(parts: readonly Part[]): Block[] {
  const blocks: Block[] = [];
  parts.forEach((part, index) => {
    const before = blocks.at(-1);
    if (part.__typename === 'ActionPart') {
      if (before?.kind === 'actions') blocks[blocks.length - 1] = { ...before, actions: [...before.actions, part.action] };
      else blocks.push({ kind: 'actions', key: `actions-${index}`, actions: [part.action] });
    } else if (part.__typename !== 'SuggestionPart' && part.text.trim() !== '') {
      const kind = part.__typename === 'TextPart' ? 'text' : 'reasoning';
      blocks.push({ kind, key: `${kind}-${index}`, text: part.text, isLast: index === parts.length - 1 });
    }
  });
  return blocks;
}

/** What the assistant offers to say next. */
export const suggestionsOf = (message: Message): string[] =>
  message.parts.flatMap((part) => (part.__typename === 'SuggestionPart' ? [part.text] : [])).slice(0, 4);

/** An answer as it is read out once it is complete: its words, without the signs that shape them. */
export const spokenText = (message: Message): string =>
  plainText(message)
    .replace(/[*_`#>|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A message's own words, as it is copied or sent again. */
export const plainText = (message: Message): string =>
  message.parts.map((part) => (part.__typename === 'TextPart' ? part.text : '')).join('');
