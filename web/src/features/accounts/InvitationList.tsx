import { useMutation, useQuery } from '@apollo/client/react';
import { Button, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { CreateInvitationDocument, type InvitationRowFragment, InvitationsDocument, RevokeInvitationDocument } from '../../gen/accounts.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { useCopy } from '../../lib/useCopy.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './AccountsScreen.module.css';

const people = [
  { value: '1', label: '1 person' },
  { value: '5', label: '5 people' },
  { value: '25', label: '25 people' },
  { value: '100', label: '100 people' },
];
const times = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

/** Invitation links to build here: created, shown once, listed and revoked. */
export function InvitationList() {
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
        Invitations
      </Text>
      <Text c="dimmed" fz="sm">
        Anyone who opens an invitation link can build apps here.
      </Text>
      <div className={classes.filters}>
        <NativeSelect label="For" data={people} value={uses} onChange={(event) => setUses(event.currentTarget.value)} />
        <NativeSelect label="Works for" data={times} value={days} onChange={(event) => setDays(event.currentTarget.value)} />
        <Button onClick={() => void onCreate()} loading={creating.loading} style={{ alignSelf: 'flex-end' }}>
          Create link
        </Button>
      </div>
      <FormError message={refusal} />
      {link === null ? null : <NewLink link={link} />}
      {data === undefined && error === undefined ? <Skeleton h={56} mt={12} radius={12} role="status" aria-label="Loading" /> : null}
      {data === undefined && error !== undefined ? (
        <div role="alert">
          <Text mt={12} fz="sm">
            Could not load the invitations. {sentence(error)}
          </Text>
          <Button mt={8} size="compact-sm" variant="default" onClick={() => void refetch().catch(() => undefined)}>
            Try again
          </Button>
        </div>
      ) : null}
      {data !== undefined && data.invitations.length === 0 && link === null ? (
        <Text mt={12} fz="sm" c="dimmed">
          No open invitations. Create a link and send it to the people who should build here.
        </Text>
      ) : null}
      {data !== undefined && data.invitations.length > 0 ? (
        <ul className={classes.list}>
          {data.invitations.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Link of the invitation just created; shown once, since only its hash is stored. */
function NewLink({ link }: { readonly link: string }) {
  const { isCopied, copy } = useCopy(link);
  return (
    <div className={classes.link} role="status">
      <TextInput
        className={classes.address}
        label="Invitation link"
        description="Copy it now: it is not shown again."
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
        {isCopied ? 'Link copied!' : 'Copy link'}
      </Button>
    </div>
  );
}

function InvitationItem({ invitation: { id, createdAt, expiresAt, uses, usesLeft } }: { readonly invitation: InvitationRowFragment }) {
  const [revoke, revoking] = useMutation(RevokeInvitationDocument, { variables: { id }, refetchQueries: [InvitationsDocument] });
  const onRevoke = () =>
    void revoke().then(
      () => notifyDone('Revoked'),
      (error: unknown) => notifyError(sentence(error)),
    );
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fw={500}>{uses === 1 ? 'For 1 person' : `${usesLeft} of ${uses} left`}</Text>
        <Text fz="sm" c="dimmed" title={fullTime(expiresAt)}>
          Created {timeAgo(createdAt)} · works until {new Date(expiresAt).toLocaleDateString('en', { dateStyle: 'medium' })}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={onRevoke} loading={revoking.loading}>
        Revoke
      </Button>
    </li>
  );
}
