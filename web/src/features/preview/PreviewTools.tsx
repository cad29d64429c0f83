import { ActionIcon, Tooltip } from '@mantine/core';
import { ArrowUpRight, MousePointerClick, RotateCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { pagePath } from '../../lib/pages.ts';
import { PagePicker } from './PagePicker.tsx';
import classes from './PreviewTools.module.css';

interface PreviewToolsProps {
  readonly appId: string;
  /** Pages of the rendered build. */
  readonly pages: readonly { readonly name: string; readonly isMain: boolean }[];
  readonly page: string | null;
  readonly onPage: (name: string) => void;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
  /** Null when elements cannot be selected. */
  readonly selecting: { readonly isOn: boolean; readonly onToggle: () => void } | null;
}

/** Like a browser's address bar: page, reload, and open in a tab of its own. */
export function PreviewTools({ appId, pages, page, onPage, isRefreshing, onRefresh, selecting }: PreviewToolsProps) {
  const t = useTranslations();
  return (
    <div className={classes.root}>
      <PagePicker pages={pages} page={page} onPage={onPage} />
      <Tooltip label={t('preview.refresh')}>
        <ActionIcon size={28} aria-label={t('preview.refreshLabel')} onClick={onRefresh} disabled={isRefreshing} bg="transparent">
          <RotateCw size={14} className={classes.turn} data-turning={isRefreshing || undefined} />
        </ActionIcon>
      </Tooltip>
      {selecting === null ? null : (
        <Tooltip label={t('preview.select.title')}>
          <ActionIcon
            size={28}
            variant={selecting.isOn ? 'light' : 'subtle'}
            aria-label={t('preview.select.title')}
            aria-pressed={selecting.isOn}
            onClick={selecting.onToggle}
          >
            <MousePointerClick size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('preview.newTab')}>
        <ActionIcon
          size={28}
          component="a"
          href={`/preview/app/${appId}${page === null ? '' : `/${pagePath(page)}`}`}
          target="_blank"
          aria-label={t('preview.newTabLabel')}
        >
          <ArrowUpRight size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
