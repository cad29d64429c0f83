import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { AppBranchesDocument, type BranchItemFragment, type DiscardedBranchFragment, StartBranchDocument } from '../../gen/branches.ts';
import { sentence } from '../../lib/errors.ts';
import { timeAgo } from '../../lib/time.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './BranchesPanel.module.css';
import { IdeaActions } from './IdeaActions.tsx';
import { useBringBack } from './useBringBack.ts';

const pathOf = (appId: string) => `/build/app/${appId}`;

/** The ideas that are tried on copies of the app; in such a copy: what to do with it. */
export default function BranchesPanel() {
  const t = useTranslations();
  const { id: appId } = useApp();
  const { data, error } = useQuery(AppBranchesDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  if (data === undefined) return error === undefined ? null : <FormError message={sentence(error)} />;
  const { branch } = data.app;
  const app = branch?.app ?? data.app;
  return (
    <Stack gap="sm" className={classes.root}>
      <Text component="h2" fz="sm" fw={600} m={0}>
        {t('branches.title')}
      </Text>
      <BranchList appId={appId} branches={app.branches} />
      {branch === null ? <StartForm app={app} /> : <IdeaActions branchId={appId} name={branch.name} app={app} />}
      {branch === null && data.app.discardedBranches.length > 0 ? <Discarded branches={data.app.discardedBranches} /> : null}
    </Stack>
  );
}

function BranchList({ appId, branches }: { readonly appId: string; readonly branches: readonly BranchItemFragment[] }) {
  if (branches.length === 0) return null;
  return (
    <ul className={classes.list}>
      {branches.map(({ id, branch, updatedAt }) => (
        <li key={id}>
          <Link to={pathOf(id)} className={classes.item} aria-current={id === appId ? 'page' : undefined}>
            <span className={classes.name}>{branch?.name}</span>
            <time className={classes.time} dateTime={updatedAt}>
              {timeAgo(updatedAt)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Discarded({ branches }: { readonly branches: readonly DiscardedBranchFragment[] }) {
  const t = useTranslations('branches');
  return (
    <section aria-label={t('discardedIdeas')}>
      <Text component="h3" fz="xs" fw={600} m={0} c="dimmed">
        {t('discardedIdeas')}
      </Text>
      <ul className={classes.list}>
        {branches.map((branch) => (
          <DiscardedItem key={branch.id} branch={branch} />
        ))}
      </ul>
    </section>
  );
}

function DiscardedItem({ branch: { id, branch, deletedAt } }: { readonly branch: DiscardedBranchFragment }) {
  const t = useTranslations('branches');
  const bringBack = useBringBack(id);
  const [isBusy, setIsBusy] = useState(false);
  const name = branch?.name ?? '';
  return (
    <li className={classes.file}>
      <span className={classes.name}>{name}</span>
      {deletedAt === null ? null : (
        <time className={classes.time} dateTime={deletedAt}>
          {timeAgo(deletedAt)}
        </time>
      )}
      <Button
        size="compact-xs"
        variant="default"
        loading={isBusy}
        aria-label={t('bringBackOf', { name })}
        onClick={() => {
          setIsBusy(true);
          void bringBack().finally(() => setIsBusy(false));
        }}
      >
        {t('bringBack')}
      </Button>
    </li>
  );
}

function StartForm({ app }: { readonly app: { readonly id: string; readonly name: string } }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [start, { loading, error }] = useMutation(StartBranchDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await start({ variables: { appId: app.id, name } }).catch(() => ({ data: null }));
    if (data != null) await navigate(pathOf(data.startBranch.id));
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text fz="sm" c="dimmed">
          {t('branches.empty', { app: app.name })}
        </Text>
        <TextInput label={t('branches.name')} value={name} maxLength={80} onChange={(event) => setName(event.currentTarget.value)} />
        {error === undefined ? null : <FormError message={sentence(error)} />}
        <Button type="submit" loading={loading} disabled={name.trim() === ''}>
          {t('branches.start')}
        </Button>
      </Stack>
    </form>
  );
}
