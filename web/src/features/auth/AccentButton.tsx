import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import type { PublicApp } from '../../lib/auth.ts';
import { useAccent } from './accent.ts';

interface AccentButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** The app whose log-in page this is; null for the product itself. */
  readonly app: Pick<PublicApp, 'accent'> | null;
}

/** Primary button in the app's accent colour. */
export function AccentButton({ app, ...props }: AccentButtonProps) {
  const accent = useAccent(app);
  const vars = accent && { '--button-bg': accent.background, '--button-hover': accent.hover, '--button-color': accent.text };
  return <Button {...props} {...(vars === null ? {} : { style: vars })} />;
}
