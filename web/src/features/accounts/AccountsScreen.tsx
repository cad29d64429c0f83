import { Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/useTitle.ts';
import { AccountList } from './AccountList.tsx';
import classes from './AccountsScreen.module.css';
import { InvitationList } from './InvitationList.tsx';

/** Accounts, and which of them may build; for admins. */
export function AccountsScreen() {
  const t = useTranslations();
  useTitle(t('accounts.title'));
  return (
    <div className={classes.root}>
      <Title order={1}>{t('accounts.title')}</Title>
      <Text c="dimmed" mt={4}>
        {t('accounts.intro')}
      </Text>
      <InvitationList />
      <AccountList />
    </div>
  );
}
