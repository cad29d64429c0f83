import { ActionIcon, Textarea } from '@mantine/core';
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useIsPhone } from '../../lib/screenSize.ts';
import classes from './Composer.module.css';

interface ComposerProps {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** A turn is running: it can be stopped, and the next message has to wait. */
  readonly isBusy: boolean;
  /** A pending confirmation has to be answered first. */
  readonly isWaiting: boolean;
  /** Returns false to keep the text in the box. */
  readonly onSubmit: (text: string) => boolean;
  readonly onStop: () => void;
}

/** The message box. Enter sends, Shift and Enter inserts a new line. */
export function Composer({ fieldRef, text, onText, isBusy, isWaiting, onSubmit, onStop }: ComposerProps) {
  const t = useTranslations();
  const isPhone = useIsPhone();
  const canSend = text.trim() !== '' && !isBusy && !isWaiting;
  const hint = isWaiting ? t('chat.hint.waiting') : isBusy && text.trim() !== '' ? t('chat.hint.busy') : t('chat.hint.enter');
  // Not on phones, whose keyboard would cover the chat, nor away from another control in use. Not by `autoFocus`, which forces a layout in
  // the middle of rendering.
  const focusAtStart = useEffectEvent(() => {
    const holder = document.activeElement;
    const isFree = holder === null || holder === document.body || holder.id === 'main';
    if (!isPhone && isFree) fieldRef.current?.focus();
  });
  useEffect(() => focusAtStart(), []);
  const submit = () => {
    if (canSend && onSubmit(text.trim())) onText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className={classes.root}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        ref={fieldRef}
        aria-label={t('chat.message')}
        placeholder={isWaiting ? t('chat.choose') : t('chat.placeholder')}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        classNames={{ input: classes.input }}
      />
      <div className={classes.bar}>
        <span className={classes.hint} data-reason={isWaiting || undefined}>
          {hint}
        </span>
        {isBusy ? (
          <ActionIcon key="stop" variant="default" size={32} aria-label={t('chat.stop')} onClick={onStop}>
            <Square size={12} fill="currentColor" />
          </ActionIcon>
        ) : (
          <ActionIcon key="send" type="submit" variant="filled" color="ember" size={32} aria-label={t('chat.send')} disabled={!canSend}>
            <ArrowUp size={18} />
          </ActionIcon>
        )}
      </div>
    </form>
  );
}
