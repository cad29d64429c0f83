import { ActionIcon, Button } from '@mantine/core';
import { Pencil, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import classes from './QueuedMessages.module.css';
import type { QueuedMessage } from './useQueue.ts';

interface QueuedMessagesProps {
  readonly messages: readonly QueuedMessage[];
  /** The last answer was not completed, so that nothing sends the first message by itself. */
  readonly isPaused: boolean;
  readonly onEdit: (message: QueuedMessage) => void;
  readonly onRemove: (id: string) => void;
  readonly onSend: () => void;
}

/** Messages that are sent one by one, each after the answer to the one before. */
export function QueuedMessages({ messages, isPaused, onEdit, onRemove, onSend }: QueuedMessagesProps) {
  const t = useTranslations();
  if (messages.length === 0) return null;
  return (
    <section className={classes.root} aria-label={t('chat.queue.title')}>
      <p className={classes.title}>
        {isPaused ? t('chat.queue.paused') : t('chat.queue.next', { count: messages.length })}
        {isPaused ? (
          <Button size="compact-xs" variant="default" onClick={onSend}>
            {t('chat.queue.send')}
          </Button>
        ) : null}
      </p>
      <ol className={classes.list}>
        {messages.map((message) => (
          <li key={message.id} className={classes.message}>
            <span className={classes.words}>{message.content}</span>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={t('chat.queue.edit', { message: message.content })}
              onClick={() => onEdit(message)}
            >
              <Pencil size={13} />
            </ActionIcon>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={t('chat.queue.remove', { message: message.content })}
              onClick={() => onRemove(message.id)}
            >
              <X size={14} />
            </ActionIcon>
          </li>
        ))}
      </ol>
    </section>
  );
}
