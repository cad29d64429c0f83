import { Anchor, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTitle } from '../lib/useTitle.ts';
import classes from './Page.module.css';

interface PageProps {
  readonly title: string;
  /** What the screen is for, in a sentence below its title. */
  readonly intro?: string;
  /** The screen from which this one is reached, above its title. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

/** A screen of a single column, with its title, which the window has as well. */
export function Page({ title, intro, back, children }: PageProps) {
  useTitle(title);
  return (
    <div className={classes.root}>
      {back === undefined ? null : (
        <Anchor component={Link} to={back.to} fz="sm">
          {back.label}
        </Anchor>
      )}
      <Title order={1}>{title}</Title>
      {intro === undefined ? null : (
        <Text c="dimmed" mt={4}>
          {intro}
        </Text>
      )}
      {children}
    </div>
  );
}
