import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import classes from './StateScreen.module.css';

interface StateScreenProps {
  readonly title: string;
  readonly description: ReactNode;
  /** What to do next, as buttons. */
  readonly children?: ReactNode;
}

/** Full-screen state: not found, failed, signed out. */
export function StateScreen({ title, description, children }: StateScreenProps) {
  return (
    <main id="main" tabIndex={-1} className={classes.root}>
      <Stack align="center" gap="md" maw={440} ta="center">
        <Logo size={32} />
        <Title order={1} fz={20} lh="28px">
          {title}
        </Title>
        <Text c="dimmed" fz="md">
          {description}
        </Text>
        <Group justify="center">{children}</Group>
      </Stack>
    </main>
  );
}
