import { Button } from '@mantine/core';
import { type ComponentProps, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AssistantMessage } from './AssistantMessage.tsx';
import type { Message } from './liveTurn.ts';
import classes from './Thread.module.css';
import { isBlank, plainText } from './thread.ts';
import { UserMessage } from './UserMessage.tsx';
import type { Chat } from './useChat.ts';
import { useMessageWindow } from './useMessageWindow.ts';
import type { VersionActions } from './VersionMark.tsx';

interface ThreadProps extends VersionActions {
  readonly chat: Chat;
  /** The element that scrolls. */
  readonly viewport: { readonly current: HTMLDivElement | null };
  /** Absent while no message can be edited. */
  readonly onEdit: ((message: Message) => void) | undefined;
  readonly onAnswer: (text: string, isOnly: boolean) => void;
  readonly onBringBack: ComponentProps<typeof AssistantMessage>['onBringBack'];
}

/** The messages of a conversation. Of a long one, only those near the visible part are in the document; older ones are read at its start. */
export function Thread({ chat, viewport, onEdit, onAnswer, onBringBack, ...versionActions }: ThreadProps) {
  const { turn, outgoing, hasOlder } = chat;
  const latestId = turn?.assistantMessage.id;
  const messages = useMemo(() => chat.messages.filter((message) => !isBlank(message, message.id === latestId)), [chat.messages, latestId]);
  const list = useRef<HTMLDivElement>(null);
  const { shown, after, measure } = useMessageWindow({ messages, viewport, list });
  const isOpen = turn?.status === 'ready' && !chat.isBusy;
  /** What the builder said after a message. */
  const answerAfter = (index: number) => {
    const next = messages[index + 1];
    return next === undefined ? (outgoing?.content ?? null) : plainText(next);
  };
  if (messages.length === 0) return null;
  return (
    <>
      {hasOlder ? <Earlier load={chat.loadOlder} viewport={viewport} /> : null}
      <div ref={list} className={classes.list} style={{ paddingBottom: after }}>
        {shown.map(({ message, index, before }) => (
          <div key={message.id} ref={measure} data-index={index} data-message={message.id} style={{ marginTop: before }}>
            {message.role === 'user' ? (
              <UserMessage message={message} onEdit={onEdit && (() => onEdit(message))} />
            ) : (
              <AssistantMessage
                message={message}
                isLive={latestId === message.id && chat.isBusy}
                isLatest={latestId === message.id}
                answer={answerAfter(index)}
                onAnswer={isOpen && latestId === message.id ? onAnswer : undefined}
                onBringBack={onBringBack}
                {...versionActions}
              />
            )}
          </div>
        ))}
      </div>
    </>
  );
}

/** Pixels from the start of the conversation at which older messages are read. */
const NEAR = 600;

interface EarlierProps extends Pick<ThreadProps, 'viewport'> {
  readonly load: () => Promise<void>;
}

/** Reads older messages when one scrolls towards the start, and on a click. */
function Earlier({ load, viewport }: EarlierProps) {
  const t = useTranslations();
  const [isLoading, setIsLoading] = useState(false);
  const read = async () => {
    setIsLoading(true);
    await load();
    setIsLoading(false);
  };
  const readIfNear = useEffectEvent(() => {
    if (!isLoading && (viewport.current?.scrollTop ?? NEAR) < NEAR) void read();
  });
  useEffect(() => {
    const box = viewport.current;
    const onScroll = () => readIfNear();
    box?.addEventListener('scroll', onScroll, { passive: true });
    return () => box?.removeEventListener('scroll', onScroll);
  }, [viewport]);
  return (
    <Button variant="subtle" color="gray" size="xs" mx="auto" display="block" loading={isLoading} onClick={() => void read()}>
      {t('chat.earlier')}
    </Button>
  );
}
