import { useTranslations } from 'use-intl';
import { Page } from '../../ui/Page.tsx';
import { AccountList } from './AccountList.tsx';
import { InvitationList } from './InvitationList.tsx';

/** Accounts, and which of them may build; for admins. */
export function AccountsScreen() {
  const t = useTranslations();
  return (
    <Page title={t('accounts.title')} intro={t('accounts.intro')}>
      <InvitationList />
      <AccountList />
    </Page>
  );
}
