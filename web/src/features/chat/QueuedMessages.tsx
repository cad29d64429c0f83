import { ActionIcon, Button } from '@mantine/core';
import { Paperclip, Pencil, X } from 'lucide-react';
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
            <span className={classes.words}>{nameOf(message)}</span>
            <FileCount message={message} />
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={t('chat.queue.edit', { message: nameOf(message) })}
              onClick={() => onEdit(message)}
            >
              <Pencil size={13} />
            </ActionIcon>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={t('chat.queue.remove', { message: nameOf(message) })}
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

/** A message without text is named after its files. */
const nameOf = ({ content, attachments = [] }: QueuedMessage): string => content || attachments.map(({ name }) => name).join(', ');

function FileCount({ message: { attachments = [] } }: { readonly message: QueuedMessage }) {
  const t = useTranslations();
  const count = attachments.length;
  if (count === 0) return null;
  return (
    <span className={classes.files} role="img" aria-label={t('chat.files.count', { count })}>
      <Paperclip size={12} aria-hidden="true" /> {count}
    </span>
  );
}
