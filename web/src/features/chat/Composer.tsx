import { ActionIcon, Textarea } from '@mantine/core';
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
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
  const isPhone = useIsPhone();
  const canSend = text.trim() !== '' && !isBusy && !isWaiting;
  const hint = isWaiting
    ? 'Sending waits until you choose above'
    : isBusy && text.trim() !== ''
      ? 'Send it when the answer is complete'
      : 'Enter to send';
  // Not on phones, whose keyboard would cover the chat. Not by `autoFocus`, which forces a layout in the middle of rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (!isPhone) fieldRef.current?.focus();
  }, []);
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
        aria-label="Message"
        placeholder={isWaiting ? 'Choose above first' : 'Ask for a change'}
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
          <ActionIcon key="stop" variant="default" size={32} aria-label="Stop" onClick={onStop}>
            <Square size={12} fill="currentColor" />
          </ActionIcon>
        ) : (
          <ActionIcon key="send" type="submit" variant="filled" color="ember" size={32} aria-label="Send" disabled={!canSend}>
            <ArrowUp size={18} />
          </ActionIcon>
        )}
      </div>
    </form>
  );
}
