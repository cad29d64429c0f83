import { type Actor, NotFound, newId, storeTime } from '@sayso/core';
import type { Attachment } from '../attachments/state.ts';
import type { QuotaCost, TurnDocument } from '../collections.ts';
import { MessageInvalid } from '../errors.ts';
import type { SendMessage } from '../ref.ts';
import { QUEUED } from './state-machine.ts';
import { newTurnIds } from './turn-store.ts';

const MAX_MESSAGE = 50_000;
const MAX_CLIENT_ID = 200;
const MAX_PATH = 2000;

/** A message that may be sent, with what it refers to. */
export interface PreparedMessage extends Omit<SendMessage, 'selection'> {
  readonly selection?: NonNullable<TurnDocument['selection']>;
  readonly attachments: Attachment[];
  readonly quotaCost?: QuotaCost;
  readonly quotaCounters?: string[];
}

/** Throws `MessageInvalid`, as does `checkContent`. */
export function checkAddress({
  appId,
  clientId = '',
  currentPath = '',
}: Pick<SendMessage, 'appId' | 'currentPath'> & Partial<SendMessage>): void {
  if (appId === '') throw new MessageInvalid('App ID is not set.');
  if (clientId.length > MAX_CLIENT_ID) throw new MessageInvalid(`The client id has more than ${MAX_CLIENT_ID} characters.`);
  if (currentPath.length > MAX_PATH) throw new MessageInvalid(`The current path has more than ${MAX_PATH} characters.`);
}

export function checkContent(content: string, hasFiles: boolean): void {
  if (content.trim() === '' && !hasFiles) throw new MessageInvalid('The message is empty.');
  if (content.length > MAX_MESSAGE) throw new MessageInvalid(`The message has more than ${MAX_MESSAGE} characters.`);
}

/** Whether a new turn waits for a node, or runs on this one already. */
export type Claim = Pick<TurnDocument, 'status' | 'run'>;

export function newTurn(
  actor: TurnDocument['actor'],
  {
    appId,
    content,
    attachments,
    selection,
    currentPath,
    model,
    mode,
    quotaCost,
    quotaCounters,
    clientKey,
  }: PreparedMessage & Pick<TurnDocument, 'clientKey'>,
  given: { readonly latest: TurnDocument | null; readonly baseVersionId: string | null; readonly claim: Claim },
): TurnDocument {
  const now = storeTime();
  return {
    ...QUEUED,
    ...given.claim,
    ...newTurnIds(given.latest),
    appId,
    slot: appId,
    clientKey,
    actor,
    request: content,
    attachments,
    ...(selection === undefined ? {} : { selection }),
    currentPath: currentPath ?? null,
    model: actor.admin ? (model ?? null) : null,
    ...(mode === 'plan' ? { isPlan: true } : {}),
    ...(quotaCost === undefined ? {} : { quotaCost, quotaCounters: quotaCounters ?? [] }),
    step: 'generate',
    ticket: newId(),
    baseVersionId: given.baseVersionId,
    appName: null,
    rounds: [],
    lastSeq: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/** The account of a builder; others have no app to send a message to. */
export function accountOf(actor: Actor): TurnDocument['actor'] {
  if (actor.kind !== 'account') throw new NotFound('The app');
  return { id: actor.id, admin: actor.admin };
}
