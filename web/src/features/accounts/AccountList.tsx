import { useMutation, useQuery } from '@apollo/client/react';
import { ActionIcon, Badge, Button, Menu, SegmentedControl, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { EllipsisVertical, Search, TriangleAlert, Users } from 'lucide-react';
import { useState } from 'react';
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
import classes from './AccountsScreen.module.css';

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'builder', label: 'Builders' },
  { value: 'user', label: 'Users' },
];

/** All accounts, filtered by name or email and by kind. */
export function AccountList() {
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
        Accounts
      </Text>
      <div className={classes.filters}>
        <TextInput
          className={classes.search}
          aria-label="Search by name or email"
          placeholder="Search by name or email"
          leftSection={<Search size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl aria-label="Kind of account" data={kinds} value={kind} onChange={setKind} />
      </div>
      {page === undefined && error === undefined ? (
        <div className={classes.list} role="status" aria-label="Loading">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={classes.row}>
              <Skeleton h={32} mr={8} />
            </div>
          ))}
        </div>
      ) : null}
      {page === undefined && error !== undefined ? (
        <div className={classes.list}>
          <EmptyNote icon={TriangleAlert} title="Could not load the accounts" description={sentence(error)} role="alert">
            <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
              Try again
            </Button>
          </EmptyNote>
        </div>
      ) : null}
      {page?.accounts.length === 0 ? (
        <div className={classes.list}>
          <EmptyNote icon={Users} title="No account matches" description="Try a shorter search, or another kind of account.">
            <Button
              variant="default"
              onClick={() => {
                setSearch('');
                setKind('all');
              }}
            >
              Show all
            </Button>
          </EmptyNote>
        </div>
      ) : null}
      {page !== undefined && page.accounts.length > 0 ? (
        <ul className={classes.list}>
          {page.accounts.map((account) => (
            <AccountItem key={account.id} account={account} />
          ))}
        </ul>
      ) : null}
      {page?.next ? (
        <Button variant="default" mt={12} onClick={() => void more()}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}

function AccountItem({ account }: { readonly account: AccountRowFragment }) {
  const { id, name, email, emailVerified, accountType, isAdmin, isDisabled, createdAt } = account;
  const { account: me } = useSession();
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fw={500} truncate>
          {name}
          {id === me?.id ? ' (you)' : ''}
        </Text>
        <Text fz="sm" c="dimmed" truncate title={`Since ${fullTime(createdAt)}`}>
          {email} · {emailVerified ? timeAgo(createdAt) : 'not verified'}
        </Text>
      </div>
      <div className={classes.badges}>
        {isDisabled ? (
          <Badge color="red" variant="light" tt="none" fw={500}>
            Disabled
          </Badge>
        ) : null}
        <Badge color={isAdmin ? 'ember' : 'gray'} variant="light" tt="none" fw={500}>
          {isAdmin ? 'Admin' : accountType === 'builder' ? 'Builder' : 'User'}
        </Badge>
      </div>
      {isAdmin ? null : <AccountActions account={account} />}
    </li>
  );
}

function AccountActions({ account: { id, email, accountType, isDisabled } }: { readonly account: AccountRowFragment }) {
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
        <ActionIcon size={36} aria-label={`Actions for ${email}`}>
          <EllipsisVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={act(toBuilder ? 'They can build now' : 'They can no longer build. They stay admin of the apps that they made.', () =>
            setType({ variables: { id, accountType: toBuilder ? 'builder' : 'user' } }),
          )}
        >
          {toBuilder ? 'Let them build' : 'Stop letting them build'}
        </Menu.Item>
        <Menu.Item
          {...(isDisabled ? {} : { color: 'red' })}
          onClick={act(isDisabled ? 'Enabled' : 'Disabled and logged out everywhere', () =>
            setDisabled({ variables: { id, disabled: !isDisabled } }),
          )}
        >
          {isDisabled ? 'Enable' : 'Disable and log out'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
