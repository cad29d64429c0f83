import { useMutation } from '@apollo/client/react';
import { ActionIcon, Button, Group, Popover, Textarea, Tooltip } from '@mantine/core';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RateMessageDocument } from '../../gen/chat.ts';
import { notifyError } from '../../lib/notify.ts';
import { chatSentence } from './chatSentence.ts';
import type { Message } from './liveTurn.ts';

const RATINGS = [
  { rating: 'good', icon: ThumbsUp },
  { rating: 'bad', icon: ThumbsDown },
] as const;
const MAX_COMMENT = 2000;

/** How helpful an answer was: a second click withdraws it; one that was not helpful can have a comment. */
export function Feedback({ message: { id, feedback } }: { readonly message: Message }) {
  const t = useTranslations();
  const [rate] = useMutation(RateMessageDocument);
  const [isOpen, setIsOpen] = useState(false);
  const [comment, setComment] = useState('');
  const send = async (rating: 'good' | 'bad' | null, text = '') => {
    setIsOpen(rating === 'bad' && text === '');
    setComment(text);
    try {
      await rate({ variables: { messageId: id, rating, comment: text } });
    } catch (failure) {
      setIsOpen(false);
      notifyError(chatSentence(failure));
    }
  };
  const buttons = RATINGS.map(({ rating, icon: Icon }) => {
    const isChosen = feedback?.rating === rating;
    return (
      <Tooltip key={rating} label={t(`chat.feedback.${rating}`)} disabled={isOpen}>
        <ActionIcon
          size={24}
          aria-label={t(`chat.feedback.${rating}`)}
          aria-pressed={isChosen}
          onClick={() => void send(isChosen ? null : rating)}
        >
          <Icon size={14} fill={isChosen ? 'currentColor' : 'none'} />
        </ActionIcon>
      </Tooltip>
    );
  });
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-end" width={280} withRoles={false} trapFocus returnFocus>
      <Popover.Target>
        <Group gap={4} wrap="nowrap">
          {buttons}
        </Group>
      </Popover.Target>
      {/* It keeps its message mounted, see `useMessageWindow`. */}
      <Popover.Dropdown role="dialog" aria-label={t('chat.feedback.bad')} data-message={id}>
        <Textarea
          label={t('chat.feedback.what')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_COMMENT}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button size="xs" variant="default" onClick={() => setIsOpen(false)}>
            {t('common.close')}
          </Button>
          <Button size="xs" disabled={comment.trim() === ''} onClick={() => void send('bad', comment.trim())}>
            {t('chat.send')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
