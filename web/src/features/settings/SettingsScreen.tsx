import { Badge, Button, Group, SegmentedControl, Text, Title, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { EmailChange } from './EmailChange.tsx';
import classes from './SettingsScreen.module.css';

/** Account and appearance settings. */
export function SettingsScreen() {
  const { account } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isChanging, setIsChanging] = useState(false);
  useTitle('Settings');
  if (!account) return null;
  return (
    <div className={classes.root}>
      <Title order={1}>Settings</Title>
      <section className={classes.section} aria-labelledby="account">
        <Title order={2} fz={16} lh="24px" id="account">
          Account
        </Title>
        <dl className={classes.rows}>
          <Row label="Name">{account.name}</Row>
          <Row label="Email">
            <Group gap={8} justify="flex-end">
              <span className={classes.value}>{account.email}</span>
              <Badge variant="light" color={account.emailVerified ? 'green' : 'gray'} tt="none" fw={500}>
                {account.emailVerified ? 'Verified' : 'Not verified'}
              </Badge>
              <Button variant="default" size="xs" aria-expanded={isChanging} onClick={() => setIsChanging(!isChanging)}>
                Change email
              </Button>
            </Group>
            {isChanging ? (
              <div className={classes.change}>
                <EmailChange isAdmin={account.isAdmin} onClose={() => setIsChanging(false)} />
              </div>
            ) : null}
          </Row>
          <Row label="Password">
            <Button variant="default" size="xs" component={Link} to="/auth/handler?mode=forgotPassword">
              Change password
            </Button>
          </Row>
          <Row label="Role">{account.isAdmin ? 'Admin' : account.mayBuild ? 'Builder' : 'User'}</Row>
        </dl>
      </section>
      {account.isAdmin ? (
        <section className={classes.section} aria-labelledby="installation">
          <Title order={2} fz={16} lh="24px" id="installation">
            Installation
          </Title>
          <dl className={classes.rows}>
            <Row label="Language model">
              <Button variant="default" size="xs" component={Link} to="/settings/model">
                Choose
              </Button>
            </Row>
            <Row label="Accounts">
              <Button variant="default" size="xs" component={Link} to="/accounts">
                Manage
              </Button>
            </Row>
            <Row label="Outbox">
              <Button variant="default" size="xs" component={Link} to="/outbox">
                Open
              </Button>
            </Row>
          </dl>
        </section>
      ) : null}
      <section className={classes.section} aria-labelledby="look">
        <Title order={2} fz={16} lh="24px" id="look">
          Appearance
        </Title>
        <div className={classes.rows}>
          <div className={classes.row}>
            <div>
              <Text fw={500}>Theme</Text>
              <Text fz="sm" c="dimmed">
                System follows your device.
              </Text>
            </div>
            <SegmentedControl
              aria-label="Theme"
              value={colorScheme}
              onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
              data={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
                { value: 'auto', label: 'System' },
              ]}
            />
          </div>
        </div>
      </section>
      <section className={classes.section}>
        <Button variant="default" component={Link} to="/logout">
          Log out
        </Button>
      </section>
    </div>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
