import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '../../lib/screenSize.ts';
import classes from './BuilderLayout.module.css';
import { useResize } from './useResize.ts';

export type Pane = 'chat' | 'preview' | 'code';

interface BuilderLayoutProps {
  readonly chat: ReactNode;
  readonly content: ReactNode;
  readonly isChatOpen: boolean;
  /** What phones show, one at a time. */
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
}

/** Chat beside content with a movable border; on phones one at a time, with a switch at the bottom. Both stay mounted. */
export function BuilderLayout({ chat, content, isChatOpen, pane, onPane }: BuilderLayoutProps) {
  const isPhone = useIsPhone();
  const { width, isMoving, handle } = useResize({ key: 'sayso-chat-width', initial: 400, min: 360, max: 560 });
  const showsChat = isPhone ? pane === 'chat' : isChatOpen;
  const showsContent = !isPhone || pane !== 'chat';
  return (
    <main id="main" tabIndex={-1} className={classes.root} data-moving={isMoving || undefined}>
      <div className={classes.chat} style={isPhone ? undefined : { width }} hidden={!showsChat}>
        {chat}
      </div>
      {showsChat && !isPhone ? (
        // biome-ignore lint/a11y/useSemanticElements: a movable border takes the focus, which a rule cannot
        <div role="separator" className={classes.handle} {...handle} aria-label="Width of the chat" />
      ) : null}
      <div className={classes.content} hidden={!showsContent}>
        {content}
      </div>
      {isPhone ? (
        <nav className={classes.switch} aria-label="What is shown">
          <SegmentedControl
            fullWidth
            aria-label="What is shown"
            value={pane}
            onChange={(value) => onPane(value as Pane)}
            data={[
              { value: 'chat', label: 'Chat' },
              { value: 'preview', label: 'Preview' },
              { value: 'code', label: 'Code' },
            ]}
          />
        </nav>
      ) : null}
    </main>
  );
}
