import { useMutation, useQuery } from '@apollo/client/react';
import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CreateInvitationDocument, type InvitationRowFragment, InvitationsDocument, RevokeInvitationDocument } from '../../gen/accounts.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { dateOf, fullTime, timeAgo } from '../../lib/time.ts';
import { useCopy } from '../../lib/useCopy.ts';
import { FormError } from '../../ui/FormError.tsx';
import box from '../../ui/ListBox.module.css';
import { ListPending } from '../../ui/ListPending.tsx';
import classes from './AccountsScreen.module.css';

/** Choices of how many people an invitation is for, and of its days. */
const people = [1, 5, 25, 100];
const lifetimes = [1, 7, 30, 90];

/** Invitation links to build here: created, shown once, listed and revoked. */
export function InvitationList() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(InvitationsDocument, { fetchPolicy: 'cache-and-network' });
  const [create, creating] = useMutation(CreateInvitationDocument, { refetchQueries: [InvitationsDocument] });
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState('7');
  const [link, setLink] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const onCreate = async () => {
    setRefusal(null);
    try {
      const made = await create({ variables: { uses: Number(uses), days: Number(days) } });
      setLink(made.data?.createInvitation.link ?? null);
    } catch (failure) {
      setRefusal(sentence(failure));
    }
  };
  return (
    <section className={classes.section} aria-labelledby="invitations">
      <Text component="h2" id="invitations" fz="lg" fw={600} m={0}>
        {t('accounts.invitation.title')}
      </Text>
      <Text c="dimmed" fz="sm">
        {t('accounts.invitation.why')}
      </Text>
      <div className={classes.filters}>
        <NativeSelect
          label={t('accounts.for')}
          data={people.map((count) => ({ value: String(count), label: t('accounts.people', { count }) }))}
          value={uses}
          onChange={(event) => setUses(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('accounts.worksFor')}
          data={lifetimes.map((count) => ({ value: String(count), label: t('accounts.days', { count }) }))}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <Button onClick={() => void onCreate()} loading={creating.loading} style={{ alignSelf: 'flex-end' }}>
          {t('accounts.create')}
        </Button>
      </div>
      <FormError message={refusal} />
      {link === null ? null : <NewLink link={link} />}
      {data === undefined ? (
        <ListPending
          failed={t('accounts.invitation.failed', { why: error === undefined ? '' : sentence(error) })}
          error={error}
          onRetry={() => refetch()}
        />
      ) : null}
      {data !== undefined && data.invitations.length === 0 && link === null ? (
        <Text mt={12} fz="sm" c="dimmed">
          {t('accounts.invitation.none')}
        </Text>
      ) : null}
      {data !== undefined && data.invitations.length > 0 ? (
        <div className={box.root}>
          <ul>
            {data.invitations.map((invitation) => (
              <InvitationItem key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

/** Link of the invitation just created; shown once, since only its hash is stored. */
function NewLink({ link }: { readonly link: string }) {
  const t = useTranslations();
  const { isCopied, copy } = useCopy(link);
  return (
    <div className={classes.link} role="status">
      <TextInput
        className={classes.address}
        label={t('accounts.invitation.link')}
        description={t('accounts.invitation.copyNow')}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        style={{ alignSelf: 'flex-end' }}
        onClick={copy}
        leftSection={isCopied ? <Check size={14} /> : <Copy size={14} />}
      >
        {isCopied ? t('common.linkCopied') : t('common.copyLink')}
      </Button>
    </div>
  );
}

function InvitationItem({ invitation: { id, createdAt, expiresAt, uses, usesLeft } }: { readonly invitation: InvitationRowFragment }) {
  const t = useTranslations();
  const [revoke, revoking] = useMutation(RevokeInvitationDocument, { variables: { id }, refetchQueries: [InvitationsDocument] });
  const onRevoke = () =>
    void revoke().then(
      () => notifyDone(t('accounts.invitation.revoked')),
      (error: unknown) => notifyError(sentence(error)),
    );
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fw={500}>{uses === 1 ? t('accounts.count', { count: 1 }) : t('accounts.invitation.left', { left: usesLeft, uses })}</Text>
        <Text fz="sm" c="dimmed" title={fullTime(expiresAt)}>
          {t('accounts.invitation.created', { created: timeAgo(createdAt), until: dateOf(expiresAt) })}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={onRevoke} loading={revoking.loading}>
        {t('accounts.invitation.revoke')}
      </Button>
    </li>
  );
}
