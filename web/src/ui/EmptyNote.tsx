import { Stack, Text } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './EmptyNote.module.css';

interface EmptyNoteProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly description?: ReactNode;
  /** The next step, as a button. */
  readonly children?: ReactNode;
  readonly role?: 'alert' | 'status';
}

/** An empty or failed part of a screen: what it is and what to do next. */
export function EmptyNote({ icon: Icon, title, description, children, role }: EmptyNoteProps) {
  return (
    <Stack align="center" gap={8} className={classes.root} role={role}>
      <span className={classes.icon}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <Text fw={600} fz="md">
        {title}
      </Text>
      {description === undefined ? null : (
        <Text c="dimmed" fz="sm" maw={320}>
          {description}
        </Text>
      )}
      {children === undefined ? null : <div className={classes.actions}>{children}</div>}
    </Stack>
  );
}
