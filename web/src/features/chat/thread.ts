import type { ElementSelection } from '../../lib/workspace/workspace.ts';
import { outcomeOf } from './actionWords.ts';
import type { Attachment } from './attachments/upload.ts';
import type { ActionOf, Message, Part, Turn } from './liveTurn.ts';
import { type QuestionBlock, withOption } from './questions.ts';
import type { ChatMode } from './useMode.ts';

/** A message whose sending is pending or has failed. */
export interface Outgoing {
  readonly clientId: string;
  readonly content: string;
  readonly attachments: readonly Attachment[];
  /** The element of the app that it is about. */
  readonly selection?: ElementSelection | null | undefined;
  /** Id of the last turn when it was sent; null when there was none. */
  readonly afterTurnId: string | null;
  /** Id of the message that it replaces; null for a new one. */
  readonly replaces: string | null;
  readonly mode: ChatMode;
  /** The model that an admin chose for it; null: the usual one. */
  readonly model?: string | null | undefined;
  /** Why it was not sent; null while it is being sent. */
  readonly failure: string | null;
  /** No answer to it has arrived: it is sent again by itself. */
  readonly isLost: boolean;
}

/** Whether the live turn is the message's own: its events often arrive before the response to the mutation. */
export const hasArrived = ({ content, afterTurnId }: Outgoing, turn: Turn | null): boolean =>
  turn !== null && turn.id !== afterTurnId && plainText(turn.userMessage) === content;

/** The start of a thread whose rest was replaced by a new message. */
export interface Cut {
  /** Id of the first message that was replaced. */
  readonly from: string;
  /** Id of the last turn that was replaced. */
  readonly lastTurnId: string | null;
}

/** The fetched messages before the cut, with the live turn's two messages in place of their older copies, or appended. */
export function threadWith(fetched: readonly Message[], live: Turn | null, cut: Cut | null = null): Message[] {
  const at = cut === null ? -1 : fetched.findIndex(({ id }) => id === cut.from);
  const messages = at < 0 ? fetched : fetched.slice(0, at);
  const turn = cut !== null && live?.id === cut.lastTurnId ? null : live;
  return turn === null ? [...messages] : withTurn(messages, turn);
}

function withTurn(messages: readonly Message[], turn: Turn): Message[] {
  const live = [turn.userMessage, turn.assistantMessage];
  const known = new Set(messages.map((message) => message.id));
  const updated = messages.map((message) => live.find((each) => each.id === message.id) ?? message);
  return [...updated, ...live.filter((each) => !known.has(each.id))];
}

export type SourceOf = Extract<Part, { __typename: 'SourcePart' }>;

/** One block of a rendered message; consecutive actions, and consecutive sources, are grouped. */
export type Block =
  | { readonly kind: 'text' | 'reasoning'; readonly key: string; readonly text: string; readonly isLast: boolean }
  | { readonly kind: 'sources'; readonly key: string; readonly sources: readonly SourceOf[] }
  | { readonly kind: 'actions'; readonly key: string; readonly actions: readonly ActionOf[] }
  | QuestionBlock;

export function blocksOf(parts: readonly Part[]): Block[] {
  const blocks: Block[] = [];
  for (const [index, part] of parts.entries()) {
    const last = blocks.at(-1);
    const grown = last === undefined ? null : withPart(last, part);
    if (grown !== null) blocks.pop();
    const block = grown ?? blockOf(part, { index, isLast: index === parts.length - 1 });
    if (block !== null) blocks.push(block);
  }
  return blocks;
}

/** A block with the part after it; null when the part begins another one. */
function withPart(block: Block, part: Part): Block | null {
  if (block.kind === 'actions' && part.__typename === 'ActionPart') return { ...block, actions: [...block.actions, part.action] };
  if (block.kind === 'sources' && part.__typename === 'SourcePart') return { ...block, sources: [...block.sources, part] };
  if (block.kind !== 'question') return null;
  if (part.__typename === 'OptionPart') return withOption(block, part.text);
  return part.__typename === 'ChoicePart' ? withOption({ ...block, takesSeveral: true }, part.text) : null;
}

/** Null for a part of which nothing is shown. */
function blockOf(part: Part, { index, isLast }: { readonly index: number; readonly isLast: boolean }): Block | null {
  if (part.__typename === 'ActionPart') return { kind: 'actions', key: `actions-${index}`, actions: [part.action] };
  if (part.__typename === 'SourcePart') return { kind: 'sources', key: `sources-${index}`, sources: [part] };
  if (part.__typename === 'QuestionPart')
    return { kind: 'question', key: `question-${index}`, text: part.text, options: [], takesSeveral: false };
  if (part.__typename === 'SuggestionPart' || part.text.trim() === '') return null;
  const kind = part.__typename === 'ReasoningPart' ? 'reasoning' : 'text';
  return { kind, key: `${kind}-${index}`, text: part.text, isLast };
}

/** Whether nothing of an assistant's message is shown. */
export const isBlank = (message: Message, isLatest: boolean): boolean =>
  message.role !== 'user' &&
  message.versionId === null &&
  (isLatest || outcomeOf(message, isLatest) !== 'dropped') &&
  blocksOf(message.parts).length === 0;

/** Next messages that the assistant suggests. */
export const suggestionsOf = (message: Message): string[] =>
  message.parts.flatMap((part) => (part.__typename === 'SuggestionPart' ? [part.text] : [])).slice(0, 4);

const SPOKEN: readonly Part['__typename'][] = ['TextPart', 'QuestionPart', 'OptionPart', 'ChoicePart'];

/** An answer as screen readers announce it once it is complete: without Markdown characters. */
export const spokenText = (message: Message): string =>
  message.parts
    .map((part) => (SPOKEN.includes(part.__typename) && 'text' in part ? part.text : ''))
    .join('\n')
    .replace(/[*_`#>|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The text of a message, for copying and sending it again. */
export const plainText = (message: Message): string =>
  message.parts.map((part) => (part.__typename === 'TextPart' ? part.text : '')).join('');
