import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { ArrowDown, Hammer, MessageSquarePlus, WifiOff } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConnected } from '../../lib/connection.ts';
import { useDrop } from '../../lib/fileDrop.ts';
import { useKeptFocus } from '../../lib/useKeptFocus.ts';
import { usePointed } from '../../lib/workspace/hooks.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { FailedNote } from '../../ui/FailedNote.tsx';
import { useProjectOffer } from '../../ui/importing/useProjectOffer.tsx';
import { Suggestions } from '../../ui/Suggestions.tsx';
import fileClasses from './attachments/Attachments.module.css';
import type { Attachment } from './attachments/upload.ts';
import { Composer } from './Composer.tsx';
import { ContextMeter } from './ContextMeter.tsx';
import classes from './Conversation.module.css';
import type { Message, Vanished } from './liveTurn.ts';
import { ModelChoice } from './ModelChoice.tsx';
import { closestLimit } from './messageQuota.ts';
import { NextSteps } from './NextSteps.tsx';
import { QueuedMessages } from './QueuedMessages.tsx';
import { vanishedText } from './reviewWords.ts';
import { Thread } from './Thread.tsx';
import { TurnNotice } from './TurnNotice.tsx';
import { type Outgoing, plainText, spokenText } from './thread.ts';
import { UserMessage } from './UserMessage.tsx';
import type { Chat, SendOptions } from './useChat.ts';
import { type ComposerState, useComposer } from './useComposer.ts';
import { useMode } from './useMode.ts';
import { type QueuedMessage, useQueue } from './useQueue.ts';
import { useResending } from './useResending.ts';
import { useStickToBottom } from './useStickToBottom.ts';
import type { VersionActions } from './VersionMark.tsx';

/** A first message that waits until its files are uploaded. */
export interface FirstPrompt {
  readonly text: string;
  readonly files: readonly File[];
}

interface ConversationProps extends VersionActions {
  readonly appId: string;
  readonly first: FirstPrompt | null;
  /** The page that the preview shows. */
  readonly currentPath: string;
  readonly chat: Chat;
  /** The builder may send no message. */
  readonly isViewer: boolean;
  /** Called before a message is sent; false keeps it in the box (an older version is shown). */
  readonly mayChange: () => boolean;
  readonly suggestions: readonly string[];
  /** Whether the model takes pictures. */
  readonly takesPictures: boolean;
  /** Whether the builder may name the model of a message; not where answers come without a model. */
  readonly choosesModel: boolean;
}

/** The conversation with its composer. */
export function Conversation({
  appId,
  first,
  currentPath,
  chat,
  isViewer,
  mayChange,
  suggestions,
  takesPictures,
  choosesModel,
  ...versionActions
}: ConversationProps) {
  const t = useTranslations();
  const { viewport, content, isAway, toBottom } = useStickToBottom();
  const field = useRef<HTMLTextAreaElement>(null);
  const keptFocus = useKeptFocus(() => field.current);
  const composer = useComposer(appId, takesPictures);
  const modes = useMode(appId);
  const [model, setModel] = useState<string | null>(null);
  const [pointed, setPointed] = usePointed();
  const { take, offer } = useProjectOffer();
  const { isOver, handlers } = useDrop(composer.files.add, take);
  const { messages, outgoing, turn, isBusy, send } = chat;
  const isWaiting = turn?.status === 'waiting';
  const isFree = !isBusy && !isWaiting && versionActions.viewedVersionId === null;
  const queue = useQueue({
    appId,
    ended: chat.ended,
    isFree: isFree && outgoing?.isLost !== true,
    currentVersionId: versionActions.currentVersionId,
    send: useCallback(({ id, content, ...more }: QueuedMessage) => send(content, { clientId: id, ...more }), [send]),
  });
  const isConnected = useConnected() && chat.isConnected;
  const isEmpty = !chat.isLoading && chat.error === undefined && messages.length === 0 && outgoing === null;

  // Always scrolls the builder's own message into view.
  const sentId = outgoing?.clientId;
  const lastSent = useRef(sentId);
  useEffect(() => {
    if (sentId !== undefined && sentId !== lastSent.current) toBottom();
    lastSent.current = sentId;
  }, [sentId, toBottom]);
  useResending({ outgoing, isConnected, isFree, queue, resend: (message) => void resend(message) });

  const submit = (
    text: string,
    { replaces = null, attachments = [], selection = null }: Omit<SendOptions, 'clientId' | 'mode' | 'model'> = {},
  ) => {
    if (!mayChange()) return false;
    const { mode } = modes;
    // A message that did not reach the server goes first.
    if (isBusy || outgoing?.isLost === true) queue.add({ content: text, mode, model, attachments, selection });
    else void send(text, { replaces, mode, model, attachments, selection });
    // The choice is for one message.
    setModel(null);
    return true;
  };
  /** What is in the box, with the element that the builder points at. */
  const submitBox = (text: string) => {
    const { replaces, files } = composer;
    const isTaken = submit(text, { replaces, attachments: files.attachments, selection: pointed });
    if (isTaken) setPointed(null);
    return isTaken;
  };
  useFirst(first, { composer, send: (text, attachments) => void send(text, { clientId: `first-${appId}`, attachments }) });
  /** The request stands in the message, since the demo assistant reads nothing else. */
  const build = () => {
    if (!mayChange() || turn === null) return;
    modes.setMode('build');
    void send(t('chat.plan.request', { request: plainText(turn.userMessage) }));
  };

  /** Sends a suggestion as it is; puts one that ends in … into the box to be completed. */
  const choose = (suggestion: string) => {
    if (!suggestion.endsWith('…')) return void submit(suggestion);
    composer.change(suggestion.slice(0, -1));
    field.current?.focus();
  };
  /** Sends the answer to a question; collects those to several questions in the box. */
  const answer = (text: string, isOnly: boolean) => {
    if (isOnly) return void submit(text);
    composer.change([composer.text.trim(), text].filter((each) => each !== '').join('\n'));
    field.current?.focus();
  };
  const editSent = (message: Message) => {
    composer.edit(message);
    field.current?.focus();
  };
  const editQueued = ({ id, content, attachments = [], selection = null }: QueuedMessage) => {
    queue.remove(id);
    setPointed(selection);
    composer.files.addUploaded(attachments);
    composer.change([content, composer.text].filter((each) => each !== '').join('\n'));
    field.current?.focus();
  };
  const resend = async ({ content, clientId, replaces, mode, model, attachments, selection }: Outgoing) => {
    if (await send(content, { clientId, replaces, mode, model, attachments, selection })) queue.remove(clientId);
  };
  const dismiss = ({ clientId }: Outgoing) => {
    queue.remove(clientId);
    chat.dismissOutgoing();
  };

  const bringBack = async (message: Message, thing: Vanished, index: number) => {
    if (!mayChange()) return null;
    const way = await chat.bringBack(message.id, thing.thingId);
    if (way !== 'ask') return way;
    const { file, line, text } = thing;
    const content = t('chat.review.ask', { what: vanishedText(thing, t), file, line: String(line), text });
    // The same id in every tab, so that they send one message.
    void send(content, { clientId: `back-${message.id}-${index}-${versionActions.currentVersionId}` });
    return way;
  };

  return (
    <section className={classes.root} aria-label={t('chat.title')} {...keptFocus} {...handlers}>
      {isOver ? <p className={fileClasses.over}>{t('chat.files.drop')}</p> : null}
      {offer}
      <div className={classes.viewport} ref={viewport} data-testid="chat-scroll">
        <div ref={content} className={classes.content} role="log" aria-live="off">
          {chat.isLoading ? <Loading /> : null}
          <LoadFailure chat={chat} />
          {isEmpty ? (
            <EmptyNote icon={MessageSquarePlus} title={t('chat.empty.title')} description={t('chat.empty.why')}>
              <Suggestions label={t('common.examples')} texts={suggestions} onChoose={choose} />
            </EmptyNote>
          ) : null}
          <Thread
            chat={chat}
            viewport={viewport}
            onEdit={isBusy || isViewer ? undefined : editSent}
            onAnswer={answer}
            onBringBack={bringBack}
            {...versionActions}
          />
          {outgoing === null ? null : (
            <UserMessage outgoing={outgoing} onRetry={() => void resend(outgoing)} onDismiss={() => dismiss(outgoing)} />
          )}
          <Ending chat={chat} onChoose={choose} onBuild={build} />
        </div>
      </div>
      {/* A live region would announce streamed text piecemeal: the answer is announced once, at its end. Other outcomes have notices. */}
      <VisuallyHidden role="status">
        {chat.ended?.status === 'ready' && !chat.isBusy ? spokenText(chat.ended.assistantMessage) : ''}
      </VisuallyHidden>
      {isAway ? (
        <div className={classes.jump}>
          <Button size="compact-sm" variant="default" radius="xl" leftSection={<ArrowDown size={14} />} onClick={toBottom}>
            {t('chat.latest')}
          </Button>
        </div>
      ) : null}
      {isConnected ? null : (
        <p className={classes.offline} role="status">
          <WifiOff size={14} aria-hidden="true" /> {t('chat.lost')}
        </p>
      )}
      <QueuedMessages
        messages={queue.messages.filter(({ id }) => id !== outgoing?.clientId)}
        isPaused={!isBusy}
        onEdit={editQueued}
        onRemove={queue.remove}
        onSend={() => {
          if (mayChange()) void (outgoing?.isLost === true ? resend(outgoing) : queue.sendFirst());
        }}
      />
      <OtherAuthor chat={chat} />
      {isViewer ? (
        <p className={classes.offline}>{t('common.viewOnly')}</p>
      ) : (
        <Composer
          fieldRef={field}
          composer={composer}
          isBusy={isBusy}
          isWaiting={isWaiting}
          limit={closestLimit(chat.quotas)}
          modes={modes}
          meter={
            <>
              <ModelChoice isOffered={choosesModel} model={model} onChoose={setModel} />
              <ContextMeter appId={appId} currentPath={currentPath} chat={chat} composer={composer} />
            </>
          }
          isQueueFull={queue.isFull}
          onSubmit={submitBox}
          onStop={() => void chat.stop()}
        />
      )}
    </section>
  );
}

interface EndingProps {
  readonly chat: Chat;
  readonly onChoose: (suggestion: string) => void;
  /** Carries out the plan. */
  readonly onBuild: () => void;
}

/** How the last turn ended, and what the builder may want next. */
function Ending({ chat, onChoose, onBuild }: EndingProps) {
  const t = useTranslations();
  const { turn, outgoing } = chat;
  if (turn === null) return null;
  return (
    <>
      {outgoing !== null ? null : <TurnNotice chat={chat} turn={turn} />}
      {chat.isBusy || turn.status !== 'ready' || !turn.assistantMessage.isPlan ? null : (
        <Button className={classes.build} size="xs" leftSection={<Hammer size={14} />} onClick={onBuild}>
          {t('chat.plan.build')}
        </Button>
      )}
      {chat.isBusy || turn.status !== 'ready' ? null : <NextSteps turn={turn} onChoose={onChoose} />}
    </>
  );
}

/** Says that another builder sent the message that is being answered. */
function OtherAuthor({ chat: { isBusy, turn } }: Pick<ConversationProps, 'chat'>) {
  const t = useTranslations();
  if (!isBusy || turn === null || turn.author === null) return null;
  return (
    <p className={classes.offline} role="status">
      <Hammer size={14} aria-hidden="true" /> {t('chat.building', { name: turn.author })}
    </p>
  );
}

function LoadFailure({ chat: { error, read } }: Pick<ConversationProps, 'chat'>) {
  const t = useTranslations();
  if (error === undefined) return null;
  return <FailedNote title={t('chat.failed')} error={error} onRetry={read} />;
}

interface FirstOptions {
  readonly composer: ComposerState;
  readonly send: (text: string, attachments: readonly Attachment[]) => void;
}

/** Puts the first message into the box, and sends it when its files are uploaded. */
function useFirst(first: FirstPrompt | null, { composer, send }: FirstOptions): void {
  const [waiting, setWaiting] = useState<string | null>(null);
  const take = useEffectEvent(({ text, files }: FirstPrompt) => {
    composer.change(text);
    composer.files.add(files);
    setWaiting(text);
  });
  useEffect(() => {
    if (first !== null) take(first);
  }, [first]);
  const { text, files } = composer;
  // The builder sends what they have changed, or what lacks a file.
  const isChanged = waiting !== null && (text !== waiting || files.files.some(({ state }) => state === 'failed'));
  const isReady = waiting !== null && files.files.length > 0 && files.isReady;
  const finish = useEffectEvent(() => {
    setWaiting(null);
    if (isChanged) return;
    send(text, files.attachments);
    composer.clear();
  });
  useEffect(() => {
    if (isChanged || isReady) finish();
  }, [isChanged, isReady]);
}

function Loading() {
  const t = useTranslations();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton h={40} w="60%" ml="auto" radius={12} />
      <Skeleton h={14} mt={28} />
      <Skeleton h={14} mt={8} w="80%" />
      <Skeleton h={96} mt={16} radius={12} />
    </div>
  );
}
