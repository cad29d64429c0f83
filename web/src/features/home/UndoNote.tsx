import { Button, Group } from '@mantine/core';

/** Says what was deleted and offers to undo it. */
export function UndoNote({ name, onUndo }: { readonly name: string; readonly onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>Deleted {name}</span>
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
