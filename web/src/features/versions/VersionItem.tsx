import { useMutation } from '@apollo/client/react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { Ellipsis, FileDiff, GitCompareArrows, Pencil, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LabelVersionDocument, type VersionRowFragment } from '../../gen/versions.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useApp, useCompare, useIsViewer, useShownVersion } from '../../lib/workspace/hooks.ts';
import { usePanel } from '../../lib/workspace/workspace.ts';
import { NameField } from '../../ui/NameField.tsx';
import classes from './VersionsPanel.module.css';

/** One version: what it was made for, when, and what can be done with it. */
export function VersionItem({ version }: { readonly version: VersionRowFragment }) {
  const t = useTranslations();
  const { id: appId, publishedVersionId } = useApp();
  const { id: shown, currentId, view, restore } = useShownVersion();
  const compare = useCompare();
  const isViewer = useIsViewer();
  const { close } = usePanel();
  const [isNaming, setIsNaming] = useState(false);
  const [label] = useMutation(LabelVersionDocument);
  const { id, title, name, isStarred, createdAt } = version;
  const change = (next: { readonly name?: string; readonly isStarred?: boolean }) =>
    label({
      variables: { appId, versionId: id, ...next },
      optimisticResponse: { __typename: 'Mutation', labelVersion: { ...version, ...next } },
    }).catch((failure: unknown) => notifyError(sentence(failure)));
  const leaving = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <li className={classes.item} data-shown={id === shown || undefined}>
      <ActionIcon
        size={24}
        aria-pressed={isStarred}
        aria-label={t('versions.star', { title: name ?? title })}
        className={classes.star}
        disabled={isViewer}
        onClick={() => void change({ isStarred: !isStarred })}
      >
        <Star size={14} fill={isStarred ? 'currentColor' : 'none'} />
      </ActionIcon>
      <div className={classes.text}>
        {isNaming ? (
          <NameField
            label={t('versions.name')}
            name={name ?? ''}
            isOptional
            onDone={(next) => {
              setIsNaming(false);
              if (next !== null) void change({ name: next });
            }}
          />
        ) : (
          <p className={classes.title} title={title}>
            {name ?? title}
          </p>
        )}
        <p className={classes.meta}>
          <time dateTime={createdAt} title={fullTime(createdAt)}>
            {timeAgo(createdAt)}
          </time>
          {id === currentId ? ` · ${t('versions.latest')}` : ''}
          {id === publishedVersionId ? ` · ${t('common.live')}` : ''}
        </p>
      </div>
      {id === shown ? null : (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={leaving(() => view(id))}>
          {t('common.view')}
        </Button>
      )}
      {id === currentId || isViewer ? null : (
        <Button size="compact-xs" variant="default" onClick={leaving(() => restore(id))}>
          {t('common.restore')}
        </Button>
      )}
      {/* The field of the name takes the focus. */}
      <Menu position="bottom-end" withinPortal={false} returnFocus={!isNaming}>
        <Menu.Target>
          <ActionIcon size={24} aria-label={t('versions.more', { title: name ?? title })}>
            <Ellipsis size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FileDiff size={14} />} onClick={leaving(() => compare(id))}>
            {t('versions.changes')}
          </Menu.Item>
          {id === currentId || currentId === null ? null : (
            <Menu.Item leftSection={<GitCompareArrows size={14} />} onClick={leaving(() => compare(currentId, id))}>
              {t('versions.since')}
            </Menu.Item>
          )}
          {isViewer ? null : (
            <Menu.Item leftSection={<Pencil size={14} />} onClick={() => setIsNaming(true)}>
              {t('versions.giveName')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
