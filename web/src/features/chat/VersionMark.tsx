import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Eye, History } from 'lucide-react';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import type { Message } from './liveTurn.ts';
import classes from './VersionMark.module.css';

export interface VersionActions {
  /** The app's newest version; null before the first. */
  readonly currentVersionId: string | null;
  /** The version on the screen, when it is an older one. */
  readonly viewedVersionId: string | null;
  readonly isAdmin: boolean;
  readonly onView: (versionId: string) => void;
  readonly onRestore: (versionId: string, messageId: string) => void;
}

interface VersionMarkProps extends VersionActions {
  readonly message: Message;
  /** The message's text, for copying. */
  readonly text: string;
}

/** Labels of turns that changed nothing, by status. */
const ENDINGS: Readonly<Record<string, string>> = { stopped: 'Stopped', failed: 'Failed, nothing was changed' };

/** `9.6K` */
const count = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Below a message: the version it made, with viewing and restoring. Admins also see what it cost. */
export function VersionMark({ message, text, currentVersionId, viewedVersionId, isAdmin, onView, onRestore }: VersionMarkProps) {
  const { id, versionId, createdAt, usage } = message;
  const ending = ENDINGS[message.status];
  const isCurrent = versionId !== null && versionId === currentVersionId;
  const isViewed = versionId !== null && versionId === viewedVersionId;
  return (
    <footer className={classes.root}>
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {timeAgo(createdAt)}
      </time>
      {ending === undefined ? null : <span>· {ending}</span>}
      {isCurrent ? <span>· Current version</span> : null}
      {isViewed ? <span>· Viewing</span> : null}
      {isAdmin && usage !== null ? (
        <Tooltip
          label={`${usage.promptTokens} in, ${usage.completionTokens} out · ${usage.model}${versionId === null ? '' : ` · version ${versionId}`}`}
        >
          <span>
            · {count.format(usage.totalTokens)} tokens{usage.totalCost ? `, $${usage.totalCost.toFixed(2)}` : ''}
          </span>
        </Tooltip>
      ) : null}
      <span className={classes.tools}>
        {isAdmin && text !== '' ? <CopyIcon text={text} label="Copy message" size={24} /> : null}
        {versionId === null || isCurrent ? null : (
          <>
            {isViewed ? null : (
              <Tooltip label="View this version">
                <ActionIcon size={24} aria-label="View" onClick={() => onView(versionId)}>
                  <Eye size={14} />
                </ActionIcon>
              </Tooltip>
            )}
            <Button
              size="compact-xs"
              variant="default"
              w={100}
              leftSection={<History size={12} />}
              onClick={() => onRestore(versionId, id)}
            >
              Restore
            </Button>
          </>
        )}
      </span>
    </footer>
  );
}
