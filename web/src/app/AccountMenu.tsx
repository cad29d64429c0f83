import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Bot, Inbox, LogOut, Monitor, Moon, Package, Settings, Sun, ThumbsUp, Users } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useSession } from '../lib/session.ts';
import { useLanguageChoice } from '../lib/useLanguageChoice.ts';

const schemes = [
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
  { value: 'auto', Icon: Monitor },
] as const;

/** Menu with the signed-in account, the theme and the language switch, and the log-out. */
export function AccountMenu() {
  const t = useTranslations();
  const { account } = useSession();
  const { language, choices, choose } = useLanguageChoice();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!account) return null;
  const initial = (account.name || account.email).charAt(0).toUpperCase();
  return (
    <Menu position="bottom-end" width={224}>
      <Menu.Target>
        <UnstyledButton aria-label={t('app.account', { email: account.email })} style={{ borderRadius: 999 }}>
          <Avatar size={28} radius="xl" color="ember" variant="light" aria-hidden="true">
            {initial}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text fz="sm" fw={600} truncate>
            {account.name}
          </Text>
          <Text fz="xs" c="dimmed" truncate>
            {account.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings" leftSection={<Settings size={16} />}>
          {t('app.settings')}
        </Menu.Item>
        {account.isAdmin ? (
          <Menu.Item component={Link} to="/settings/model" leftSection={<Bot size={16} />}>
            {t('app.model')}
          </Menu.Item>
        ) : null}
        {account.isAdmin ? (
          <Menu.Item component={Link} to="/settings/packages" leftSection={<Package size={16} />}>
            {t('app.packages')}
          </Menu.Item>
        ) : null}
        {account.isAdmin ? (
          <Menu.Item component={Link} to="/accounts" leftSection={<Users size={16} />}>
            {t('app.accounts')}
          </Menu.Item>
        ) : null}
        {account.isAdmin ? (
          <Menu.Item component={Link} to="/outbox" leftSection={<Inbox size={16} />}>
            {t('app.outbox')}
          </Menu.Item>
        ) : null}
        {account.isAdmin ? (
          <Menu.Item component={Link} to="/ratings" leftSection={<ThumbsUp size={16} />}>
            {t('app.ratings')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Label>{t('app.theme.title')}</Menu.Label>
        {schemes.map(({ value, Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
            rightSection={<Icon size={16} />}
          >
            {t(`common.theme.${value}`)}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('common.language')}</Menu.Label>
        {choices.map(({ value, name }) => (
          <Menu.RadioItem key={value} value={value} checked={language === value} onChange={() => choose(value)} lang={value}>
            {name}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/logout" leftSection={<LogOut size={16} />}>
          {t('app.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
