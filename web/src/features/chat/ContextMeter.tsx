import { Popover, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { compact, percent } from '../../lib/numbers.ts';
import classes from './ContextMeter.module.css';
import type { Chat } from './useChat.ts';
import type { ComposerState } from './useComposer.ts';
import { type PromptSize, usePromptSize } from './usePromptSize.ts';

/** From this share on the level is marked. */
const NEARLY_FULL = 0.8;
const PARTS = ['instructions', 'files', 'conversation', 'request'] as const;

interface ContextMeterProps {
  readonly appId: string;
  /** The page that the preview shows. */
  readonly currentPath: string;
  readonly chat: Chat;
  readonly composer: ComposerState;
}

/** How much of what the model can read the message in the box takes; empty while that is not known. */
export function ContextMeter({ appId, currentPath, chat, composer }: ContextMeterProps) {
  const size = usePromptSize({
    appId,
    content: composer.text,
    currentPath,
    attachmentIds: composer.files.attachments.map(({ id }) => id),
    state: chat.isBusy || chat.isLoading ? null : (chat.turn?.id ?? ''),
  });
  return size === null ? null : <Meter size={size} />;
}

/** The share as a level and a number, with its parts on a click. */
function Meter({ size }: { readonly size: PromptSize }) {
  const t = useTranslations();
  const used = PARTS.reduce((sum, part) => sum + size[part], 0);
  const share = Math.min(1, used / size.budget);
  return (
    <Popover position="top-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.meter}
          aria-label={t('chat.context.label', { share: percent(share) })}
          title={t('chat.context.title')}
        >
          <span className={classes.track}>
            <span className={classes.used} style={{ width: `${share * 100}%` }} data-full={share > NEARLY_FULL || undefined} />
          </span>
          <span aria-hidden="true">{percent(share)}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.details} aria-label={t('chat.context.title')}>
        <p className={classes.title}>{t('chat.context.used', { used: compact(used), budget: compact(size.budget) })}</p>
        <dl className={classes.parts}>
          {PARTS.map((part) => (
            <div key={part}>
              <dt>{t(`chat.context.${part}`)}</dt>
              <dd>{compact(size[part])}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.note}>{t('chat.context.whole', { state: stateOf(size), whole: size.wholeFiles, all: size.allFiles })}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

function stateOf({ wholeFiles, allFiles }: PromptSize): 'none' | 'all' | 'some' {
  if (allFiles === 0) return 'none';
  return wholeFiles === allFiles ? 'all' : 'some';
}
