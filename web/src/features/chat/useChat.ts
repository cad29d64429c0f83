import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import {
  AnswerConfirmationDocument,
  BringBackDocument,
  ChatDocument,
  ContinueTurnDocument,
  OlderMessagesDocument,
  RetryTurnDocument,
  SendMessageDocument,
  StopTurnDocument,
} from '../../gen/chat.ts';
import { randomId } from '../../lib/id.ts';
import { notifyError } from '../../lib/notify.ts';
import type { ElementSelection } from '../../lib/workspace/workspace.ts';
import type { Attachment } from './attachments/upload.ts';
import { chatSentence, sendFailure } from './chatSentence.ts';
import { applyEvent, endOf, isRunning, type LiveState, noTurn, readTurn, type Turn, type TurnEvent } from './liveTurn.ts';
import { type Cut, hasArrived, type Outgoing, threadWith } from './thread.ts';
import type { ChatMode } from './useMode.ts';
import { useTurnEvents } from './useTurnEvents.ts';

/** Messages of a page, as the queries have it. */
const PAGE = 50;

type Change = { readonly read: Turn | null; readonly asked?: string | null } | { readonly events: readonly TurnEvent[] };

function change(state: LiveState, step: Change): LiveState {
  if ('events' in step) return step.events.reduce(applyEvent, state);
  // A response that was requested before the next turn began is stale.
  const isCurrent = step.asked === undefined || step.asked === (state.turn?.id ?? null) || step.read?.id === state.turn?.id;
  return isCurrent ? readTurn(state, step.read) : state;
}

interface ChatOptions {
  readonly appId: string;
  /** Which page the preview shows; sent along with each message. */
  readonly currentPath: string;
  /** The version that the builder is viewing; the server refuses a message meant for another one. */
  readonly versionId: string | null;
  /** A turn settled. */
  readonly onEnd: (turn: Turn) => void;
}

export interface SendOptions {
  readonly clientId?: string;
  readonly replaces?: string | null;
  readonly attachments?: readonly Attachment[];
  readonly mode?: ChatMode;
  /** Admins only. Default: the usual model. */
  readonly model?: string | null | undefined;
  readonly selection?: ElementSelection | null | undefined;
}

/** As the server takes it. */
const placeOf = ({ versionId, path, line, column }: ElementSelection) => ({ versionId, path, line, column });

/** What is left out where nothing was chosen. */
const choicesOf = ({ replaces, model, selection }: Pick<SendOptions, 'replaces' | 'model' | 'selection'>) => ({
  ...(replaces == null ? {} : { replaces }),
  ...(model == null ? {} : { model }),
  ...(selection == null ? {} : { selection: placeOf(selection) }),
});

export type Chat = ReturnType<typeof useChat>;

/** State and operations of an app's conversation. */
export function useChat({ appId, currentPath, versionId, onEnd }: ChatOptions) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(ChatDocument, {
    variables: { appId },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
    // Keeps the older messages that were read.
    refetchWritePolicy: 'merge',
  });
  const [live, dispatch] = useReducer(change, noTurn);
  const [outgoing, setOutgoing] = useState<Outgoing | null>(null);
  const [cut, setCut] = useState<Cut | null>(null);
  const [ended, setEnded] = useState<Turn | null>(null);
  /** The first message of the conversation, once it has been read. */
  const [firstId, setFirstId] = useState<string | null>(null);
  const place = useRef({ currentPath, versionId });
  const lastTurnId = useRef<string | null>(null);
  /** Id of the last turn when the conversation was requested. */
  const asked = useRef<string | null>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    place.current = { currentPath, versionId };
    lastTurnId.current = live.turn?.id ?? null;
    end.current = onEnd;
  });

  const app = data?.app;
  const latest = app?.latestTurn;
  useEffect(() => {
    if (latest !== undefined) dispatch({ read: latest, asked: asked.current });
  }, [latest]);

  const read = useCallback(async () => {
    const before = lastTurnId.current;
    asked.current = before;
    const answer = await refetch();
    const turn = answer.data?.app.latestTurn ?? null;
    dispatch({ read: turn, asked: before });
    return turn;
  }, [refetch]);
  const { isConnected, follow } = useTurnEvents({
    appId,
    start: latest,
    isStale: live.stale,
    read,
    onEvents: useCallback((events: readonly TurnEvent[]) => dispatch({ events }), []),
  });

  // Reports each settled turn once, even one that began and settled between two frames, and then refetches the messages as the server
  // stored them. A turn that had settled before the page loaded is not reported.
  const reportedEnd = useRef<string | null | undefined>(undefined);
  const { turn } = live;
  useEffect(() => {
    if (latest === undefined) return;
    if (reportedEnd.current === undefined) reportedEnd.current = endOf(latest);
    const reached = endOf(turn);
    if (turn === null || reached === null || reached === reportedEnd.current) return;
    reportedEnd.current = reached;
    setEnded(turn);
    end.current(turn);
    void read().catch(() => undefined);
  }, [turn, latest, read]);

  const begin = useCallback(
    (next: Turn) => {
      dispatch({ read: next });
      follow(next);
    },
    [follow],
  );
  const [sendMessage] = useMutation(SendMessageDocument);
  /** Resolves with false when the message was refused. A message that `replaces` another one hides it and all after it. */
  const send = useCallback(
    async (
      content: string,
      { clientId = randomId(), replaces = null, mode = 'build', model, attachments = [], selection }: SendOptions = {},
    ) => {
      const message = { clientId, content, attachments, selection, afterTurnId: lastTurnId.current, replaces, mode, model };
      setOutgoing({ ...message, failure: null, isLost: false });
      if (replaces !== null) setCut({ from: replaces, lastTurnId: lastTurnId.current });
      try {
        const files = attachments.length === 0 ? {} : { attachmentIds: attachments.map(({ id }) => id) };
        const input = {
          appId,
          content,
          clientId,
          mode,
          ...place.current,
          ...files,
          ...choicesOf({ replaces, model, selection }),
        };
        const answer = await sendMessage({ variables: { input } });
        if (answer.data) begin(answer.data.sendMessage);
        setOutgoing(null);
        // The version before the replaced message is current now.
        if (replaces !== null) void read().catch(() => undefined);
        return true;
      } catch (failure) {
        setCut(null);
        setOutgoing({ ...message, ...sendFailure(failure) });
        return false;
      }
    },
    [appId, sendMessage, begin, read],
  );

  const attempt = async (work: () => Promise<Turn | undefined>) => {
    try {
      const next = await work();
      if (next !== undefined) begin(next);
    } catch (failure) {
      notifyError(chatSentence(failure));
    }
  };
  if (outgoing !== null && hasArrived(outgoing, turn)) setOutgoing(null);
  const turnId = turn?.id ?? '';
  const [stopTurn] = useMutation(StopTurnDocument);
  const [continueTurn] = useMutation(ContinueTurnDocument);
  const [retryTurn] = useMutation(RetryTurnDocument);
  const [answerConfirmation] = useMutation(AnswerConfirmationDocument);

  const [bringBackThing] = useMutation(BringBackDocument);
  /** Resolves with how it came back; with null, after a notice, when it did not. */
  const bringBack = async (messageId: string, thingId: string) => {
    try {
      const variables = { messageId, thingId, versionId: place.current.versionId ?? '' };
      const answer = await bringBackThing({ variables });
      await read();
      return answer.data?.bringBack.way ?? null;
    } catch (failure) {
      notifyError(chatSentence(failure));
      return null;
    }
  };

  const messages = useMemo(() => threadWith(app?.messages ?? [], turn, cut), [app?.messages, turn, cut]);
  const loadOlder = async () => {
    const before = messages[0]?.id;
    if (before === undefined) return;
    await attempt(async () => {
      const answer = await client.query({ query: OlderMessagesDocument, variables: { appId, before }, fetchPolicy: 'network-only' });
      // The answer has the messages that were read before, too.
      const all = answer.data?.app.messages ?? [];
      if (all.findIndex(({ id }) => id === before) < PAGE) setFirstId(all[0]?.id ?? before);
      return undefined;
    });
  };

  return {
    isLoading: app === undefined && error === undefined,
    /** The conversation could not be read. */
    error: app === undefined ? error : undefined,
    isConnected,
    messages,
    turn,
    /** The last turn, once it has settled while this page was open. The one before it counts no more. */
    ended: ended?.id === turn?.id ? ended : null,
    isBusy: isRunning(turn) || outgoing?.failure === null,
    outgoing,
    /** What the account has sent and may send; null while it is read. */
    quotas: app?.messageQuotas ?? null,
    hasOlder: (app?.messages.length ?? 0) >= PAGE && messages[0]?.id !== firstId,
    read,
    send,
    dismissOutgoing: () => setOutgoing(null),
    loadOlder,
    bringBack,
    stop: () => attempt(async () => (await stopTurn({ variables: { turnId } })).data?.stopTurn),
    keepGoing: () => attempt(async () => (await continueTurn({ variables: { turnId } })).data?.continueTurn),
    retry: () => attempt(async () => (await retryTurn({ variables: { turnId } })).data?.retryTurn),
    answer: (accept: boolean) =>
      attempt(async () => (await answerConfirmation({ variables: { turnId, accept } })).data?.answerConfirmation),
  };
}
