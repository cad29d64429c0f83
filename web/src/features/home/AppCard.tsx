import { ActionIcon, Menu } from '@mantine/core';
import { Copy, CopyPlus, Download, Ellipsis, ExternalLink, LayoutTemplate, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AppCardFragment } from '../../gen/home.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { NameField } from '../../ui/NameField.tsx';
import classes from './AppCard.module.css';
import { AppPicture } from './AppPicture.tsx';
import { ShareTemplate } from './ShareTemplate.tsx';
import { useAppActions } from './useAppActions.ts';

/** One app: its picture, name and state; the whole card opens it. */
export function AppCard({ app }: { readonly app: AppCardFragment }) {
  const t = useTranslations();
  const [renaming, setRenaming] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const wantsName = useRef(false);
  const menu = useRef<HTMLButtonElement>(null);
  const { rename, duplicate, exportProject, remove } = useAppActions();
  const isPublished = app.status === 'active';
  return (
    <article className={classes.card}>
      <div className={classes.picture}>
        <AppPicture id={app.id} name={app.name} url={app.thumbnailUrl} />
      </div>
      <div className={classes.row}>
        <div className={classes.text}>
          {renaming ? (
            <NameField
              name={app.name}
              onDone={(name, byKey) => {
                flushSync(() => setRenaming(false));
                if (byKey) menu.current?.focus();
                if (name !== null) void rename(app, name);
              }}
            />
          ) : (
            <h3 className={classes.name}>
              <Link to={`/build/app/${app.id}`} className={classes.link}>
                {app.name}
              </Link>
            </h3>
          )}
          <p className={classes.meta}>
            {isPublished ? (
              <span className={classes.live}>
                <span className={classes.dot} aria-hidden="true" />
                {t('common.live')}
              </span>
            ) : (
              <span>{t('common.draft')}</span>
            )}
            <span aria-hidden="true">·</span>
            <time dateTime={app.updatedAt} title={fullTime(app.updatedAt)}>
              {timeAgo(app.updatedAt)}
            </time>
          </p>
        </div>
        <Menu
          position="bottom-end"
          width={208}
          onExitTransitionEnd={() => {
            // Not before the menu has closed: it returns the focus to its button, which would end the renaming.
            if (wantsName.current) setRenaming(true);
            wantsName.current = false;
          }}
        >
          <Menu.Target>
            <ActionIcon ref={menu} className={classes.menu} aria-label={t('home.more', { app: app.name })}>
              <Ellipsis size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {app.role === 'view' ? null : (
              <>
                <Menu.Item
                  leftSection={<Pencil size={16} />}
                  onClick={() => {
                    wantsName.current = true;
                  }}
                >
                  {t('common.rename')}
                </Menu.Item>
                <Menu.Item leftSection={<Copy size={16} />} onClick={() => void duplicate(app, false)}>
                  {t('home.duplicate')}
                </Menu.Item>
                <Menu.Item leftSection={<CopyPlus size={16} />} onClick={() => void duplicate(app, true)}>
                  {t('home.duplicateRows')}
                </Menu.Item>
              </>
            )}
            <Menu.Item leftSection={<Download size={16} />} onClick={() => void exportProject(app)}>
              {t('home.export')}
            </Menu.Item>
            {isPublished ? (
              <Menu.Item component="a" href={app.url} target="_blank" rel="noreferrer" leftSection={<ExternalLink size={16} />}>
                {t('home.openLive')}
              </Menu.Item>
            ) : null}
            {app.role === 'own' ? (
              <>
                <Menu.Item leftSection={<LayoutTemplate size={16} />} onClick={() => setIsSharing(true)}>
                  {t('home.share.open')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  c="var(--danger-text)"
                  leftSection={<Trash2 size={16} />}
                  onClick={() => {
                    // The card unmounts with its menu: with the focus on the menu's button, the page can move it on (`useKeptFocus`).
                    menu.current?.focus();
                    void remove(app);
                  }}
                >
                  {t('common.delete')}
                </Menu.Item>
              </>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      </div>
      {isSharing ? <ShareTemplate app={app} onClose={() => setIsSharing(false)} /> : null}
    </article>
  );
}
