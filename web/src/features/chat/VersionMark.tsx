import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Eye, FileDiff, Hash, History, ShieldCheck } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PlainTextKey } from '../../i18n/texts.ts';
import { lazyCode } from '../../lib/loadCode.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import { Feedback } from './Feedback.tsx';
import type { Message } from './liveTurn.ts';
import { MessageCost } from './MessageCost.tsx';
import classes from './VersionMark.module.css';

const ValidatorTest = lazyCode(() => import('./validation/ValidatorTest.tsx'));

export interface VersionActions {
  /** The app's newest version; null before the first. */
  readonly currentVersionId: string | null;
  /** The version on the screen, when it is an older one. */
  readonly viewedVersionId: string | null;
  readonly isAdmin: boolean;
  readonly onView: (versionId: string) => void;
  /** Shows what the version changed. */
  readonly onCompare: (versionId: string) => void;
  readonly onRestore: (versionId: string, messageId: string) => void;
}

interface VersionMarkProps extends VersionActions {
  readonly message: Message;
  /** Its turn is the last one. */
  readonly isLatest: boolean;
  /** The message's text, for copying. */
  readonly text: string;
}

/** Labels of turns that changed nothing, by status. */
const ENDINGS: Readonly<Record<string, PlainTextKey>> = {
  stopped: 'chat.turn.stopped',
  failed: 'chat.turn.failed',
  truncated: 'chat.turn.truncated',
};

/** `TurnNotice` offers to continue the last one. */
function endingOf({ status }: Message, isLatest: boolean): PlainTextKey | undefined {
  return status === 'truncated' && isLatest ? undefined : ENDINGS[status];
}

/** Below a message: what it took, and the version it made, with viewing and restoring. Admins can also validate it. */
export function VersionMark({
  message,
  isLatest,
  text,
  currentVersionId,
  viewedVersionId,
  isAdmin,
  onView,
  onCompare,
  onRestore,
}: VersionMarkProps) {
  const t = useTranslations();
  const { id, versionId, createdAt } = message;
  const isViewer = useIsViewer();
  const ending = endingOf(message, isLatest);
  const isCurrent = versionId !== null && versionId === currentVersionId;
  const isViewed = versionId !== null && versionId === viewedVersionId;
  return (
    <footer className={classes.root}>
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {timeAgo(createdAt)}
      </time>
      {ending === undefined ? null : <span>· {t(ending)}</span>}
      {isCurrent ? <span>· {t('chat.currentVersion')}</span> : null}
      {isViewed ? <span>· {t('chat.viewing')}</span> : null}
      <MessageCost message={message} isAdmin={isAdmin} />
      <span className={classes.tools}>
        {message.status === 'ready' && !isViewer ? <Feedback message={message} /> : null}
        {isAdmin ? <AdminTools text={text} versionId={versionId} messageId={id} /> : null}
        {versionId === null ? null : (
          <Tooltip label={t('chat.allChanges')}>
            <ActionIcon size={24} aria-label={t('chat.allChanges')} onClick={() => onCompare(versionId)}>
              <FileDiff size={14} />
            </ActionIcon>
          </Tooltip>
        )}
        {versionId === null || isCurrent ? null : (
          <>
            {isViewed ? null : (
              <Tooltip label={t('chat.viewVersion')}>
                <ActionIcon size={24} aria-label={t('common.view')} onClick={() => onView(versionId)}>
                  <Eye size={14} />
                </ActionIcon>
              </Tooltip>
            )}
            {isViewer ? null : (
              <Button
                size="compact-xs"
                variant="default"
                miw={100}
                leftSection={<History size={12} />}
                onClick={() => onRestore(versionId, id)}
              >
                {t('common.restore')}
              </Button>
            )}
          </>
        )}
      </span>
    </footer>
  );
}

interface AdminToolsProps {
  readonly text: string;
  readonly versionId: string | null;
  readonly messageId: string;
}

/** Copies the message and the id of its version, and validates that version. */
function AdminTools({ text, versionId, messageId }: AdminToolsProps) {
  const t = useTranslations();
  const { id: appId } = useApp();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      {text === '' ? null : <CopyIcon text={text} label={t('chat.copyMessage')} size={24} />}
      {versionId === null ? null : (
        <>
          <CopyIcon text={versionId} label={t('chat.copyVersionId')} size={24} icon={Hash} />
          <Tooltip label={t('validation.test')}>
            <ActionIcon ref={opener} size={24} aria-label={t('validation.test')} onClick={() => setIsOpen(true)}>
              <ShieldCheck size={14} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      {isOpen && versionId !== null ? (
        <Suspense>
          <ValidatorTest version={{ appId, versionId, messageId }} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
