import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { inSentence } from '../../i18n/language.ts';
import { useIsPhone } from '../../lib/screenSize.ts';
import type { Panel } from '../../lib/workspace/panel.ts';
import classes from './Layout.module.css';
import { PhoneSwitch } from './PhoneSwitch.tsx';
import type { useOpenPanels } from './useOpenPanels.ts';
import { useResize } from './useResize.ts';

interface LayoutProps {
  readonly panels: readonly Panel[];
  readonly open: ReturnType<typeof useOpenPanels>;
  /** The side panel; null leaves its place empty. */
  readonly side: ReactNode;
  /** What holds for every panel: over the main panels, and on phones over the side panel, too. */
  readonly notices: ReactNode;
  /** The main panels. */
  readonly content: ReactNode;
}

/** Side panel and main panel with a resize handle between them; on phones one at a time, with a switch at the bottom. Both stay mounted. */
export function Layout({ panels, open, side, notices, content }: LayoutProps) {
  const t = useTranslations();
  const isPhone = useIsPhone();
  const { width, isMoving, handle } = useResize({ key: 'sayso-chat-width', initial: 400, min: 360, max: 560 });
  const isSidePane = open.pane === open.side?.id;
  const showsSide = open.side !== null && (isPhone ? isSidePane : open.isSideOpen);
  return (
    <main id="main" tabIndex={-1} className={classes.root} data-moving={isMoving || undefined}>
      {isPhone ? notices : null}
      <div className={classes.side} style={isPhone ? undefined : { width }} hidden={!showsSide}>
        {side}
      </div>
      {showsSide && open.side !== null && !isPhone ? (
        // biome-ignore lint/a11y/useSemanticElements: a resize handle takes the focus, which an <hr> cannot
        <div
          role="separator"
          className={classes.handle}
          {...handle}
          aria-label={t('app.width', { panel: inSentence(t(open.side.title)) })}
        />
      ) : null}
      <div className={classes.content} hidden={isPhone && isSidePane}>
        {isPhone ? null : notices}
        {content}
      </div>
      {isPhone ? <PhoneSwitch panels={panels} pane={open.pane} onPane={open.show} /> : null}
    </main>
  );
}
