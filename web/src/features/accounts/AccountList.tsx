import { useMutation, useQuery } from '@apollo/client/react';
import { ActionIcon, Badge, Button, Menu, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { EllipsisVertical, Search, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type AccountRowFragment,
  AccountsDocument,
  type AccountType,
  SetAccountDisabledDocument,
  SetAccountTypeDocument,
} from '../../gen/accounts.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ListBox } from '../../ui/ListBox.tsx';
import classes from './AccountsScreen.module.css';

/** All accounts, filtered by name or email and by kind. */
export function AccountList() {
  const t = useTranslations();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState('all');
  const [searched] = useDebouncedValue(search.trim(), 250);
  const accountType = kind === 'all' ? null : (kind as AccountType);
  const { data, previousData, error, refetch, fetchMore } = useQuery(AccountsDocument, {
    variables: { search: searched, accountType },
    fetchPolicy: 'cache-and-network',
  });
  const page = (data ?? previousData)?.accounts;
  const more = () =>
    fetchMore({
      variables: { after: page?.next },
      updateQuery: (before, { fetchMoreResult: { accounts } }) => ({
        ...before,
        accounts: { ...accounts, accounts: [...before.accounts.accounts, ...accounts.accounts] },
      }),
    }).catch((failure: unknown) => notifyError(sentence(failure)));
  return (
    <section className={classes.section} aria-labelledby="accounts-list">
      <Text component="h2" id="accounts-list" fz="lg" fw={600} m={0}>
        {t('accounts.title')}
      </Text>
      <div className={classes.filters}>
        <TextInput
          className={classes.search}
          aria-label={t('accounts.search')}
          placeholder={t('accounts.search')}
          leftSection={<Search size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t('accounts.filter.label')}
          data={[
            { value: 'all', label: t('accounts.filter.all') },
            { value: 'builder', label: t('accounts.builders') },
            { value: 'user', label: t('accounts.users') },
          ]}
          value={kind}
          onChange={setKind}
        />
      </div>
      <ListBox isLoaded={page !== undefined} error={error} failed={t('accounts.failed')} onRetry={() => refetch()}>
        {page?.accounts.length === 0 ? (
          <EmptyNote icon={Users} title={t('accounts.noMatch')} description={t('accounts.noMatchWhy')}>
            <Button
              variant="default"
              onClick={() => {
                setSearch('');
                setKind('all');
              }}
            >
              {t('accounts.showAll')}
            </Button>
          </EmptyNote>
        ) : (
          <ul>
            {page?.accounts.map((account) => (
              <AccountItem key={account.id} account={account} />
            ))}
          </ul>
        )}
      </ListBox>
      {page?.next ? (
        <Button variant="default" mt={12} onClick={() => void more()}>
          {t('accounts.showMore')}
        </Button>
      ) : null}
    </section>
  );
}

function AccountItem({ account }: { readonly account: AccountRowFragment }) {
  const t = useTranslations();
  const { id, name, email, emailVerified, accountType, isAdmin, isDisabled, createdAt } = account;
  const { account: me } = useSession();
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fw={500} truncate>
          {id === me?.id ? t('accounts.you', { name }) : name}
        </Text>
        <Text fz="sm" c="dimmed" truncate title={t('accounts.since', { time: fullTime(createdAt) })}>
          {email} · {emailVerified ? timeAgo(createdAt) : t('accounts.notVerified')}
        </Text>
      </div>
      <div className={classes.badges}>
        {isDisabled ? (
          <Badge color="red" variant="light" tt="none" fw={500}>
            {t('accounts.disabled')}
          </Badge>
        ) : null}
        <Badge color={isAdmin ? 'ember' : 'gray'} variant="light" tt="none" fw={500}>
          {isAdmin ? t('accounts.admin') : accountType === 'builder' ? t('accounts.builder') : t('accounts.user')}
        </Badge>
      </div>
      {isAdmin ? null : <AccountActions account={account} />}
    </li>
  );
}

function AccountActions({ account: { id, email, accountType, isDisabled } }: { readonly account: AccountRowFragment }) {
  const t = useTranslations();
  const [setDisabled] = useMutation(SetAccountDisabledDocument);
  const [setType] = useMutation(SetAccountTypeDocument);
  const act = (done: string, work: () => Promise<unknown>) => () =>
    void work().then(
      () => notifyDone(done),
      (error: unknown) => notifyError(sentence(error)),
    );
  const toBuilder = accountType !== 'builder';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={36} aria-label={t('accounts.actions', { email })}>
          <EllipsisVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={act(toBuilder ? t('accounts.mayBuild') : t('accounts.mayNotBuild'), () =>
            setType({ variables: { id, accountType: toBuilder ? 'builder' : 'user' } }),
          )}
        >
          {toBuilder ? t('accounts.letBuild') : t('accounts.stopBuild')}
        </Menu.Item>
        <Menu.Item
          {...(isDisabled ? {} : { color: 'red' })}
          onClick={act(isDisabled ? t('accounts.enabledNow') : t('accounts.disabledNow'), () =>
            setDisabled({ variables: { id, disabled: !isDisabled } }),
          )}
        >
          {isDisabled ? t('accounts.enable') : t('accounts.disable')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
