import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { ArrowLeft, PanelLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { inSentence } from '../../i18n/language.ts';
import { shortcut } from '../../lib/shortcut.ts';
import { useApp, useTurn } from '../../lib/workspace/hooks.ts';
import type { Panel } from '../../lib/workspace/panel.ts';
import { useWorkspace } from '../../lib/workspace/workspace.ts';
import { AppName } from './AppName.tsx';
import classes from './Header.module.css';
import { MorePanels } from './MorePanels.tsx';
import { PanelPopover } from './PanelPopover.tsx';
import { Presence } from './Presence.tsx';
import { StatusTag } from './StatusTag.tsx';
import type { useOpenPanels } from './useOpenPanels.ts';

/** Number of main panels shown side by side; the others are in a menu. */
const most = 3;

interface HeaderProps {
  readonly panels: readonly Panel[];
  readonly open: ReturnType<typeof useOpenPanels>;
}

/** Header of the workspace: the app's name, the panel switch, the open panel's tools, and the popovers. */
export function Header({ panels, open }: HeaderProps) {
  const t = useTranslations();
  const app = useApp();
  const { status } = useTurn();
  const { toolbar } = useWorkspace().state;
  const { side, isSideOpen } = open;
  const mains = panels.filter(({ place }) => place === 'main');
  return (
    <header className={classes.root}>
      <div className={classes.start}>
        <Tooltip label={t('app.home')}>
          <ActionIcon component={Link} to="/home" aria-label={t('app.home')}>
            <ArrowLeft size={18} />
          </ActionIcon>
        </Tooltip>
        <div className={classes.title}>
          <AppName app={app} />
          <StatusTag status={app.status} isSaving={status === 'applying'} />
        </div>
        {side === null ? null : (
          <Tooltip label={t(isSideOpen ? 'app.hideSide' : 'app.showSide', { panel: inSentence(t(side.title)), keys: shortcut('B') })}>
            <ActionIcon className={classes.large} aria-label={t(side.title)} aria-pressed={isSideOpen} onClick={open.toggleSide}>
              <PanelLeft size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={classes.middle}>
        <SegmentedControl
          size="xs"
          aria-label={t('app.viewLabel')}
          value={open.main ?? ''}
          onChange={open.show}
          data={mains.slice(0, most).map(({ id, title, icon: Icon }) => ({
            value: id,
            label: (
              <span className={classes.view}>
                <Icon size={14} />
                {t(title)}
              </span>
            ),
          }))}
        />
        <MorePanels panels={mains.slice(most)} open={open.main} onOpen={open.show} />
        <div className={classes.toolbar} ref={toolbar.set} />
      </div>
      <div className={classes.end}>
        <Presence appId={app.id} />
        {panels
          .filter(({ place }) => place === 'popover')
          .map((panel) => (
            <PanelPopover
              key={panel.id}
              panel={panel}
              isOpen={open.popover === panel.id}
              onOpen={() => open.show(panel.id)}
              onClose={open.closePopover}
            />
          ))}
      </div>
    </header>
  );
}
