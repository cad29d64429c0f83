import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import type { PublishingFragment } from '../../gen/publish.ts';
import { PublishPanel } from './PublishPanel.tsx';

interface PublishButtonProps {
  readonly app: PublishingFragment;
  /** There is a version to publish. */
  readonly hasVersion: boolean;
}

/** Publishes, and shows where: one button whose panel holds the address. It names what to do next; the status tag says how the app stands. */
export function PublishButton({ app, hasVersion }: PublishButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isPublished = app.status === 'active';
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={340} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          h={32}
          px={14}
          fz={13}
          variant={isPublished && !app.hasUnpublishedChanges ? 'default' : 'filled'}
          disabled={!hasVersion}
          onClick={() => setIsOpen(!isOpen)}
        >
          {!isPublished ? 'Publish' : app.hasUnpublishedChanges ? 'Update' : 'Share'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={16} aria-label="Publish">
        <PublishPanel app={app} />
      </Popover.Dropdown>
    </Popover>
  );
}
