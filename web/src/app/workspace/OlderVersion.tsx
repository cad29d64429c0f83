import { Button, Group, Modal, Text } from '@mantine/core';
import { History } from 'lucide-react';
import classes from './OlderVersion.module.css';

/** Bar over the preview while an older version is shown. */
export function OlderVersionBar({ onRestore, onLatest }: { readonly onRestore: () => void; readonly onLatest: () => void }) {
  return (
    <div className={classes.bar} role="status">
      <History size={14} aria-hidden="true" />
      <span className={classes.text}>You're viewing an older version</span>
      <Button size="compact-xs" variant="default" onClick={onRestore}>
        Restore
      </Button>
      <Button size="compact-xs" onClick={onLatest}>
        Switch to latest version
      </Button>
    </div>
  );
}

interface OlderVersionDialogProps {
  readonly isOpen: boolean;
  readonly onStay: () => void;
  readonly onLatest: () => void;
}

/** Only the newest version can be changed: offers to return to it before a change. */
export function OlderVersionDialog({ isOpen, onStay, onLatest }: OlderVersionDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onStay} title="You're viewing an older version" size={440}>
      <Text fz="sm">Changes are made to the latest version. Switch to it, or restore this one first.</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={onStay}>
          Stay on this version
        </Button>
        <Button data-autofocus onClick={onLatest}>
          Switch to latest version
        </Button>
      </Group>
    </Modal>
  );
}
