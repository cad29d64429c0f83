import { Popover, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { compact } from '../../lib/numbers.ts';
import classes from './ContextMeter.module.css';
import type { Chat } from './useChat.ts';
import type { ComposerState } from './useComposer.ts';
import { type PromptSize, usePromptSize } from './usePromptSize.ts';

const RADIUS = 6;
const LENGTH = 2 * Math.PI * RADIUS;
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

/** The share as a ring, with its parts on a click. */
function Meter({ size }: { readonly size: PromptSize }) {
  const t = useTranslations();
  const used = PARTS.reduce((sum, part) => sum + size[part], 0);
  const share = Math.min(1, used / size.budget);
  const percent = Math.round(share * 100);
  return (
    <Popover position="top-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.meter} aria-label={t('chat.context.label', { percent })} title={t('chat.context.title')}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <circle cx="8" cy="8" r={RADIUS} className={classes.track} />
            <circle cx="8" cy="8" r={RADIUS} className={classes.used} strokeDasharray={`${share * LENGTH} ${LENGTH}`} />
          </svg>
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
