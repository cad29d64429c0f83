import { ActionIcon, Button, Textarea } from '@mantine/core';
import { ArrowUp, ListChecks, ListPlus, Pencil, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { pasteHandler } from '../../lib/fileDrop.ts';
import { useIsPhone } from '../../lib/screenSize.ts';
import { ChooseFiles } from '../../ui/AttachedFiles.tsx';
import { DraftFiles } from './attachments/DraftFiles.tsx';
import classes from './Composer.module.css';
import type { ClosestLimit } from './messageQuota.ts';
import { PointedChip } from './PointedChip.tsx';
import type { ComposerState } from './useComposer.ts';
import type { ChatMode, useMode } from './useMode.ts';
import { MAX_QUEUED } from './useQueue.ts';

interface ComposerProps {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly composer: ComposerState;
  /** A turn is running: it can be stopped, and the next message is queued. */
  readonly isBusy: boolean;
  /** A pending confirmation has to be answered first. */
  readonly isWaiting: boolean;
  /** The messages that the account may still send; null without a limit. */
  readonly limit: ClosestLimit | null;
  readonly modes: ReturnType<typeof useMode>;
  /** How much of the model's window the message takes. */
  readonly meter: ReactNode;
  /** No further message can be queued. */
  readonly isQueueFull: boolean;
  /** Returns false to keep the text in the box. */
  readonly onSubmit: (text: string) => boolean;
  readonly onStop: () => void;
}

/** The message box. Enter sends, or queues while an answer runs; Shift and Enter inserts a new line. */
export function Composer({ fieldRef, composer, isBusy, isWaiting, limit, modes, meter, isQueueFull, onSubmit, onStop }: ComposerProps) {
  const t = useTranslations();
  const { text, files, isEmpty } = composer;
  const isBlocked = isWaiting || limit?.left === 0 || (isBusy && (isQueueFull || composer.replaces !== null));
  const canSend = !isEmpty && !isBlocked && files.isReady;
  useFocusAtStart(fieldRef);
  const submit = () => {
    if (canSend && onSubmit(text.trim())) composer.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && composer.replaces !== null) return composer.cancel();
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
      <LimitNotice limit={limit} />
      {composer.replaces === null ? null : <EditNotice onCancel={composer.cancel} />}
      <PointedChip />
      <DraftFiles files={files.files} onRemove={files.remove} />
      <Textarea
        ref={fieldRef}
        aria-label={t('chat.message')}
        placeholder={t(isWaiting ? 'chat.choose' : placeholderOf(modes.mode))}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        onChange={(event) => composer.change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={pasteHandler(files.add)}
        classNames={{ input: classes.input }}
      />
      <div className={classes.bar}>
        <ChooseFiles onAdd={files.add} />
        <PlanButton {...modes} />
        {meter}
        <span className={classes.hint} data-reason={isBlocked || undefined}>
          <Hint isWaiting={isWaiting} isBusy={isBusy && !isEmpty} isQueueFull={isQueueFull} limit={limit} />
        </span>
        <span className={classes.buttons}>
          {isBusy ? (
            <ActionIcon key="stop" variant="default" size={32} aria-label={t('chat.stop')} onClick={onStop}>
              <Square size={12} fill="currentColor" />
            </ActionIcon>
          ) : null}
          {isBusy && isEmpty ? null : (
            <ActionIcon
              key="send"
              type="submit"
              variant="filled"
              color="ember"
              size={32}
              aria-label={isBusy ? t('chat.queue.add') : t('chat.send')}
              disabled={!canSend}
            >
              {isBusy ? <ListPlus size={18} /> : <ArrowUp size={18} />}
            </ActionIcon>
          )}
        </span>
      </div>
    </form>
  );
}

const placeholderOf = (mode: ChatMode) => (mode === 'plan' ? 'chat.plan.placeholder' : 'chat.placeholder');

/** Switches to messages that discuss a change, and back. */
function PlanButton({ isPlan, setMode }: ComposerProps['modes']) {
  const t = useTranslations();
  return (
    <Button
      size="compact-xs"
      variant={isPlan ? 'light' : 'subtle'}
      color={isPlan ? 'ember' : 'gray'}
      leftSection={<ListChecks size={14} />}
      aria-pressed={isPlan}
      title={t('chat.plan.why')}
      flex="none"
      onClick={() => setMode(isPlan ? 'build' : 'plan')}
    >
      {t('chat.plan.name')}
    </Button>
  );
}

interface HintProps {
  readonly isWaiting: boolean;
  readonly isBusy: boolean;
  readonly isQueueFull: boolean;
  readonly limit: ClosestLimit | null;
}

function Hint({ isWaiting, isBusy, isQueueFull, limit }: HintProps) {
  const t = useTranslations();
  if (isWaiting) return t('chat.hint.waiting');
  if (isBusy) return isQueueFull ? t('chat.hint.full', { max: MAX_QUEUED }) : t('chat.hint.busy');
  return limit === null ? t('chat.hint.enter') : t(`chat.quota.${limit.period}`, { left: limit.left, limit: limit.limit });
}

/** Says which limit is reached, in the words with which the server refuses the next message. */
function LimitNotice({ limit }: { readonly limit: ClosestLimit | null }) {
  const t = useTranslations();
  if (limit?.left !== 0) return null;
  return (
    <p className={classes.limit} role="status">
      {limit.period === 'day' ? t('chat.quota.dayReached', { limit: limit.limit }) : t('chat.quota.monthReached')}
    </p>
  );
}

function EditNotice({ onCancel }: { readonly onCancel: () => void }) {
  const t = useTranslations();
  return (
    <div className={classes.editing} role="status">
      <Pencil size={14} aria-hidden="true" />
      <p>{t('chat.edit.why')}</p>
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

/** Focuses the message box when the chat opens. */
function useFocusAtStart(fieldRef: ComposerProps['fieldRef']): void {
  const isPhone = useIsPhone();
  // Not on phones, whose keyboard would cover the chat, nor away from another control in use. Not by `autoFocus`, which forces a layout in
  // the middle of rendering.
  const focusAtStart = useEffectEvent(() => {
    const holder = document.activeElement;
    const isFree = holder === null || holder === document.body || holder.id === 'main';
    if (!isPhone && isFree) fieldRef.current?.focus();
  });
  useEffect(() => focusAtStart(), []);
}
