import { useQuery } from '@apollo/client/react';
import { ActionIcon, Button, Popover, Skeleton, Text, Tooltip } from '@mantine/core';
import { History } from 'lucide-react';
import { useState } from 'react';
import { AppVersionsDocument } from '../../gen/builder.ts';
import { sentence } from '../../lib/errors.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import classes from './HistoryMenu.module.css';

interface HistoryMenuProps {
  readonly appId: string;
  readonly currentVersionId: string | null;
  readonly viewedVersionId: string | null;
  readonly publishedVersionId: string | null;
  readonly onView: (versionId: string) => void;
  readonly onRestore: (versionId: string) => void;
}

/** The last versions of the app, to look at and to go back to. */
export function HistoryMenu(props: HistoryMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (props.currentVersionId === null) return null;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={340} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Versions" disabled={isOpen}>
          <ActionIcon aria-label="Versions" onClick={() => setIsOpen(!isOpen)}>
            <History size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label="Versions">
        <Text component="h2" fz="sm" fw={600} m={0} p="8px 8px 4px">
          Versions
        </Text>
        {isOpen ? <Versions {...props} onClose={() => setIsOpen(false)} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

function Versions({
  appId,
  currentVersionId,
  viewedVersionId,
  publishedVersionId,
  onView,
  onRestore,
  onClose,
}: HistoryMenuProps & { readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery(AppVersionsDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  if (data === undefined) {
    return error === undefined ? (
      <Skeleton h={120} m={8} w="auto" />
    ) : (
      <div role="alert" className={classes.failure}>
        <Text fz="sm">{sentence(error)}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void refetch().catch(() => undefined)}>
          Try again
        </Button>
      </div>
    );
  }
  const shown = viewedVersionId ?? currentVersionId;
  return (
    <ul className={classes.list}>
      {data.app.versions.map((version) => (
        <li key={version.id} className={classes.item} data-shown={version.id === shown || undefined}>
          <div className={classes.text}>
            <p className={classes.title}>{version.title}</p>
            <p className={classes.meta}>
              <time dateTime={version.createdAt} title={fullTime(version.createdAt)}>
                {timeAgo(version.createdAt)}
              </time>
              {version.id === currentVersionId ? ' · Latest' : ''}
              {version.id === publishedVersionId ? ' · Live' : ''}
            </p>
          </div>
          {version.id === shown ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => {
                onView(version.id);
                onClose();
              }}
            >
              View
            </Button>
          )}
          {version.id === currentVersionId ? null : (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                onClose();
                onRestore(version.id);
              }}
            >
              Restore
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
