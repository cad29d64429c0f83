import { Anchor, Avatar, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PublicApp } from '../../lib/auth.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './AuthLayout.module.css';
import { useAccent } from './accent.ts';
import { LanguageLinks } from './LanguageLinks.tsx';

interface AuthLayoutProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Below the form: link to the alternative, such as signing up. */
  readonly footer?: ReactNode;
  /** The app whose log-in page this is: its logo replaces ours. */
  readonly app?: PublicApp | null;
}

/** Layout of the authentication screens: one centred column. The log-in page has its own (`login/LoginView.tsx`). */
export function AuthLayout({ title, description, children, footer, app }: AuthLayoutProps) {
  return (
    <main id="main" tabIndex={-1} className={classes.root} data-app={app ? '' : undefined}>
      <div className={classes.column}>
        {app ? <AppLogo app={app} /> : <Logo size={32} />}
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
        {app ? <AppLinks app={app} /> : null}
        <LanguageLinks />
      </div>
    </main>
  );
}

/** What people read before they sign up, and whom they ask, as the app's owner has set it. */
function AppLinks({ app: { termsOfServiceLink, privacyPolicyLink, supportEmail } }: { readonly app: PublicApp }) {
  const t = useTranslations('auth.app');
  const links = [
    { name: t('terms'), href: termsOfServiceLink },
    { name: t('privacy'), href: privacyPolicyLink },
    { name: t('support'), href: supportEmail ? `mailto:${supportEmail}` : null },
  ].flatMap(({ name, href }) => (href ? [{ name, href }] : []));
  if (links.length === 0) return null;
  return (
    <Group gap="md" mt="md">
      {links.map(({ name, href }) => (
        <Anchor key={name} href={href} target="_blank" rel="noreferrer" fz="sm">
          {name}
        </Anchor>
      ))}
    </Group>
  );
}

/** The app's logo, or its initial on its accent colour. */
function AppLogo({ app }: { readonly app: PublicApp }) {
  const { name, logoUrl } = app;
  const accent = useAccent(app);
  const vars = accent && { '--avatar-bg': accent.background, '--avatar-color': accent.text };
  return (
    <Avatar src={logoUrl} alt={name} size={40} radius={8} variant="filled" {...(vars === null ? {} : { style: vars })}>
      {name.charAt(0).toUpperCase()}
    </Avatar>
  );
}
