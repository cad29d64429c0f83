import { useApolloClient, useMutation, useQuery, useSubscription } from '@apollo/client/react';
import { ActionIcon, NativeSelect, Text, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { LogOut, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import {
  AppInvitationsDocument,
  type AppPeopleFragment,
  type BuilderRole,
  PeopleChangedDocument,
  PeopleDocument,
  RemoveBuilderDocument,
  SetBuilderRoleDocument,
} from '../../gen/people.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { landing } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { ListPending } from '../../ui/ListPending.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { OpenInvitations } from './OpenInvitations.tsx';
import { PeopleInApp } from './PeopleInApp.tsx';
import classes from './PeoplePanel.module.css';

type Person = AppPeopleFragment['builders'][number];
const roles = ['view', 'edit', 'own'] as const satisfies BuilderRole[];

/** The people who build the app; owners change their roles and invite others. */
export default function PeoplePanel() {
  const t = useTranslations();
  const { id: appId, name: app } = useApp();
  const { data, error, refetch } = useQuery(PeopleDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  const client = useApolloClient();
  // Those who join use up an invitation.
  const onData = () => void client.refetchQueries({ include: [AppInvitationsDocument] });
  useSubscription(PeopleChangedDocument, { variables: { appId }, onData });
  const isOwner = data?.app.role === 'own';
  return (
    <div className={classes.root}>
      <Text fw={600} component="h2" fz="md" m={0}>
        {t('people.title')}
      </Text>
      <Text fz="sm" c="dimmed" mt={4}>
        {t('people.why')}
      </Text>
      {data === undefined ? <ListPending failed={t('people.failed')} error={error} onRetry={() => refetch()} /> : null}
      <ul className={classes.list} aria-label={t('people.title')}>
        {data?.app.builders.map((person) => (
          <PersonRow key={person.accountId} person={person} app={app} isOwner={isOwner} />
        ))}
      </ul>
      {isOwner ? (
        <>
          <InvitationForm appId={appId} />
          <OpenInvitations appId={appId} />
        </>
      ) : null}
      {data !== undefined && data.app.role !== 'view' ? <PeopleInApp /> : null}
    </div>
  );
}

interface PersonRowProps {
  readonly person: Person;
  readonly app: string;
  /** Whether the viewer owns the app. */
  readonly isOwner: boolean;
}

function PersonRow({ person: { accountId, name, email, role }, app, isOwner }: PersonRowProps) {
  const t = useTranslations();
  const { id: appId } = useApp();
  const { account } = useSession();
  const navigate = useNavigate();
  const [setRole] = useMutation(SetBuilderRoleDocument);
  const [removeBuilder] = useMutation(RemoveBuilderDocument, { variables: { appId, accountId } });
  const isSelf = account?.id === accountId;
  const leave = () =>
    removeBuilder().then(
      () => void navigate(landing),
      (error: unknown) => notifyError(sentence(error)),
    );
  const remove = () =>
    removeBuilder({ refetchQueries: [PeopleDocument] }).then(
      () => notifyDone(t('people.removed', { name })),
      (error: unknown) => notifyError(sentence(error)),
    );
  const ask = () =>
    modals.openConfirmModal({
      title: isSelf ? t('people.ask', { app }) : t('people.removeAsk', { name }),
      children: isSelf ? t('people.askWhy') : t('people.removeWhy', { app }),
      labels: { confirm: t(isSelf ? 'people.leave' : 'people.removeDo'), cancel: t('common.cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => void (isSelf ? leave() : remove()),
    });
  const change = (next: string) =>
    void setRole({ variables: { appId, accountId, role: next as BuilderRole } }).catch((error: unknown) => notifyError(sentence(error)));
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fz="sm" fw={500} truncate>
          {name} {isSelf ? t('people.you') : null}
        </Text>
        <Text fz="xs" c="dimmed" truncate title={email}>
          {email}
        </Text>
      </div>
      {isOwner ? (
        <NativeSelect
          className={classes.role}
          size="xs"
          aria-label={t('people.roleOf', { name })}
          value={role}
          data={roles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <Text fz="xs" c="dimmed">
          {t(`people.role.${role}`)}
        </Text>
      )}
      {isOwner || isSelf ? (
        <Tooltip label={isSelf ? t('people.leave') : t('people.remove', { name })}>
          <ActionIcon size={28} aria-label={isSelf ? t('people.leave') : t('people.remove', { name })} onClick={ask}>
            {isSelf ? <LogOut size={14} /> : <X size={14} />}
          </ActionIcon>
        </Tooltip>
      ) : null}
    </li>
  );
}
