import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/Logo.tsx';
import classes from './AuthLayout.module.css';

interface AuthLayoutProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Under the form: the other way in. */
  readonly footer?: ReactNode;
  /** Beside the form, where there is room for it. */
  readonly picture?: ReactNode;
}

/** One column in the middle of the page, or beside a picture, for everything around signing in. */
export function AuthLayout({ title, description, children, footer, picture }: AuthLayoutProps) {
  return (
    <main id="main" tabIndex={-1} className={classes.root} data-picture={picture !== undefined || undefined}>
      <div className={classes.column}>
        <Logo size={32} />
        <Title order={1} fz={20} lh="28px" mt="lg">
          {title}
        </Title>
        {description === undefined ? null : (
          <Text c="dimmed" fz="md" mt={4}>
            {description}
          </Text>
        )}
        <div className={classes.body}>{children}</div>
        {footer === undefined ? null : <div className={classes.footer}>{footer}</div>}
      </div>
      {picture === undefined ? null : <div className={classes.picture}>{picture}</div>}
    </main>
  );
}
