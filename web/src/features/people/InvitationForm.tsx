import { useMutation } from '@apollo/client/react';
import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AppInvitationsDocument, type BuilderRole, InviteBuilderDocument } from '../../gen/people.ts';
import { sentence } from '../../lib/errors.ts';
import { useCopy } from '../../lib/useCopy.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './PeoplePanel.module.css';

const roles = ['view', 'edit', 'own'] as const satisfies BuilderRole[];
/** Choices of how many people a link is for, and of its days. */
const people = [1, 5, 25, 100];
const lifetimes = [1, 7, 30, 90];

/** Makes invitation links. */
export function InvitationForm({ appId }: { readonly appId: string }) {
  const t = useTranslations();
  const [invite, inviting] = useMutation(InviteBuilderDocument, { refetchQueries: [AppInvitationsDocument] });
  const [role, setRole] = useState<BuilderRole>('edit');
  const [email, setEmail] = useState('');
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState('7');
  const [link, setLink] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isForOne = email.trim() !== '';
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal(null);
    setLink(null);
    try {
      const given = { appId, role, email: isForOne ? email.trim() : null, uses: isForOne ? 1 : Number(uses), days: Number(days) };
      const made = await invite({ variables: given });
      setLink(made.data?.inviteBuilder.link ?? null);
      setEmail('');
    } catch (failure) {
      setRefusal(sentence(failure));
    }
  };
  return (
    <form className={classes.section} aria-labelledby="invite-builder" onSubmit={(event) => void onSubmit(event)}>
      <Text component="h3" id="invite-builder" fz="sm" fw={600} m={0}>
        {t('people.invite')}
      </Text>
      <div className={classes.fields}>
        <NativeSelect
          className={classes.wide}
          size="xs"
          label={t('people.roleOfLink')}
          value={role}
          data={roles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
          onChange={(event) => setRole(event.currentTarget.value as BuilderRole)}
        />
        <TextInput
          className={classes.wide}
          size="xs"
          type="email"
          label={t('people.email')}
          description={t('people.emailWhy')}
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setRefusal(null);
          }}
        />
        <NativeSelect
          size="xs"
          label={t('people.uses')}
          disabled={isForOne}
          value={isForOne ? '1' : uses}
          data={people.map((count) => ({ value: String(count), label: t('people.people', { count }) }))}
          onChange={(event) => setUses(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label={t('people.worksFor')}
          value={days}
          data={lifetimes.map((count) => ({ value: String(count), label: t('people.days', { count }) }))}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
      </div>
      <FormError message={refusal} />
      <Button type="submit" size="xs" fullWidth loading={inviting.loading}>
        {t('people.createLink')}
      </Button>
      {link === null ? null : <NewLink link={link} />}
    </form>
  );
}

/** The link just made; shown once, since only its hash is stored. */
function NewLink({ link }: { readonly link: string }) {
  const t = useTranslations();
  const { isCopied, copy } = useCopy(link);
  return (
    <div className={classes.link} role="status">
      <TextInput
        size="xs"
        label={t('people.link')}
        description={t('people.copyNow')}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button mt={8} size="xs" variant="default" onClick={copy} leftSection={isCopied ? <Check size={14} /> : <Copy size={14} />}>
        {isCopied ? t('common.linkCopied') : t('common.copyLink')}
      </Button>
    </div>
  );
}
