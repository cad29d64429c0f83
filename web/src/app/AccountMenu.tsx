import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Bot, Inbox, LogOut, Monitor, Moon, Settings, Sun, Users } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '../lib/session.ts';

const schemes = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'auto', label: 'System', Icon: Monitor },
] as const;

/** Menu with the signed-in account, the theme switch and the log-out. */
export function AccountMenu() {
  const { account } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!account) return null;
  const initial = (account.name || account.email).charAt(0).toUpperCase();
  return (
    <Menu position="bottom-end" width={224}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account: ${account.email}`} style={{ borderRadius: 999 }}>
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
          Settings
        </Menu.Item>
        {account.isAdmin ? (
          <Menu.Item component={Link} to="/settings/model" leftSection={<Bot size={16} />}>
            Language model
          </Menu.Item>
        ) : null}
        {account.isAdmin ? (
          <Menu.Item component={Link} to="/accounts" leftSection={<Users size={16} />}>
            Accounts
          </Menu.Item>
        ) : null}
        {account.isAdmin ? (
          <Menu.Item component={Link} to="/outbox" leftSection={<Inbox size={16} />}>
            Outbox
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
            rightSection={<Icon size={16} />}
          >
            {label}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/logout" leftSection={<LogOut size={16} />}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
