import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type AppInvitationRowFragment, AppInvitationsDocument, RevokeAppInvitationDocument } from '../../gen/people.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { dateOf } from '../../lib/time.ts';
import classes from './PeoplePanel.module.css';

/** The invitations that still work. Nothing while there are none. */
export function OpenInvitations({ appId }: { readonly appId: string }) {
  const t = useTranslations();
  const { data, error } = useQuery(AppInvitationsDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  const invitations = data?.app.invitations ?? [];
  if (data === undefined && error !== undefined) {
    return (
      <Text role="alert" className={classes.section} fz="sm">
        {t('people.invitationsFailed')}
      </Text>
    );
  }
  if (invitations.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="open-invitations">
      <Text component="h3" id="open-invitations" fz="sm" fw={600} m={0}>
        {t('people.pending')}
      </Text>
      <ul className={classes.list}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} appId={appId} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({ appId, invitation }: { readonly appId: string; readonly invitation: AppInvitationRowFragment }) {
  const t = useTranslations();
  const { id, role, email, expiresAt, uses, usesLeft } = invitation;
  const [revoke, revoking] = useMutation(RevokeAppInvitationDocument, {
    variables: { appId, id },
    refetchQueries: [AppInvitationsDocument],
  });
  const onRevoke = () =>
    void revoke().then(
      () => notifyDone(t('people.revoked')),
      (failure: unknown) => notifyError(sentence(failure)),
    );
  const until = t('people.until', { date: dateOf(expiresAt) });
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fz="sm" truncate title={email ?? undefined}>
          {email ?? t('people.any')}
        </Text>
        <Text fz="xs" c="dimmed">
          {[t(`people.role.${role}`), ...(uses === 1 ? [] : [t('people.left', { left: usesLeft, uses })]), until].join(' · ')}
        </Text>
      </div>
      <Button variant="default" size="compact-xs" onClick={onRevoke} loading={revoking.loading}>
        {t('people.revoke')}
      </Button>
    </li>
  );
}
