import { Button, Tooltip } from '@mantine/core';
import { History } from 'lucide-react';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import type { VersionActions } from './AssistantMessage.tsx';
import type { Message } from './liveTurn.ts';
import classes from './VersionMark.module.css';

interface VersionMarkProps extends VersionActions {
  readonly message: Message;
  /** The message's words, for copying. */
  readonly text: string;
}

/** Under a message: the version it made, with the ways back to it. Admins also see what it cost. */
export function VersionMark({ message, text, currentVersionId, viewedVersionId, isAdmin, onView, onRestore }: VersionMarkProps) {
  const { id, versionId, createdAt, usage } = message;
  const isCurrent = versionId !== null && versionId === currentVersionId;
  const isViewed = versionId !== null && versionId === viewedVersionId;
  return (
    <footer className={classes.root}>
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {timeAgo(createdAt)}
      </time>
      {isCurrent ? <span>· Current version</span> : null}
      {isViewed ? <span>· On the screen</span> : null}
      {isAdmin && usage !== null ? (
        <Tooltip
          label={`${usage.promptTokens} in, ${usage.completionTokens} out · ${usage.model}${versionId === null ? '' : ` · version ${versionId}`}`}
        >
          <span>
            · {usage.totalTokens.toLocaleString('en')} tokens{usage.totalCost === null ? '' : `, $${usage.totalCost.toFixed(2)}`}
          </span>
        </Tooltip>
      ) : null}
      <span className={classes.tools}>
        {isAdmin && text !== '' ? <CopyIcon text={text} label="Copy message" size={24} /> : null}
        {versionId === null || isCurrent ? null : (
          <>
            {isViewed ? null : (
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onView(versionId)}>
                View
              </Button>
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
