import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Panel } from '../../lib/workspace/panel.ts';
import classes from './Layout.module.css';
import { MorePanels } from './MorePanels.tsx';

/** Number of panels that fit at 375 px; the others are in a menu. */
const most = 4;

interface PhoneSwitchProps {
  readonly panels: readonly Panel[];
  /** Id of the visible panel. */
  readonly pane: string | null;
  readonly onPane: (id: string) => void;
}

/** Panel switch at the bottom of the screen on phones. */
export function PhoneSwitch({ panels, pane, onPane }: PhoneSwitchProps) {
  const t = useTranslations();
  const panes = panels.filter(({ place }) => place === 'side' || place === 'main');
  return (
    <nav className={classes.switch} aria-label={t('app.shown')}>
      <SegmentedControl
        fullWidth
        className={classes.panes}
        aria-label={t('app.shown')}
        value={pane ?? ''}
        onChange={onPane}
        data={panes.slice(0, most).map(({ id, title }) => ({ value: id, label: t(title) }))}
      />
      <MorePanels panels={panes.slice(most)} open={pane} onOpen={onPane} />
    </nav>
  );
}
