import { Text, Title } from '@mantine/core';
import { useTitle } from '../../lib/useTitle.ts';
import { AccountList } from './AccountList.tsx';
import classes from './AccountsScreen.module.css';
import { InvitationList } from './InvitationList.tsx';

/** Accounts, and which of them may build; for admins. */
export function AccountsScreen() {
  useTitle('Accounts');
  return (
    <div className={classes.root}>
      <Title order={1}>Accounts</Title>
      <Text c="dimmed" mt={4}>
        Builders make apps. Users only use them. A builder who becomes a user stays admin of the apps that they made.
      </Text>
      <InvitationList />
      <AccountList />
    </div>
  );
}
