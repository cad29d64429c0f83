import { useMutation, useQuery } from '@apollo/client/react';
import { ActionIcon, Button, NativeSelect, Text, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Pencil, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import {
  type InAppFragment,
  PeopleInAppDocument,
  RemovePersonRoleDocument,
  RenamePersonRoleDocument,
  SetPersonRoleDocument,
} from '../../gen/people.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { ListPending } from '../../ui/ListPending.tsx';
import classes from './PeoplePanel.module.css';
import { openPerson } from './PersonDialog.tsx';
import { askRemoval } from './PersonRemoval.tsx';

type Person = InAppFragment['people'][number];
type Role = InAppFragment['roles'][number];
/** Of the choice that makes another role; no role has such a name. */
const NEW = '+';
/** Roles that every app has. */
const FIXED = new Set(['user', 'admin']);
const failed = (error: unknown): void => notifyError(sentence(error));

/** The people who use the app, and their roles in it. For those who may edit the app. */
export function PeopleInApp() {
  const t = useTranslations();
  const { id: appId } = useApp();
  const { data, error, refetch } = useQuery(PeopleInAppDocument, { variables: { appId }, fetchPolicy: 'cache-and-network' });
  const all = data?.peopleInApp;
  const own = all?.roles.filter(({ name }) => !FIXED.has(name)) ?? [];
  return (
    <section className={classes.section} aria-labelledby="people-in-app">
      <Text component="h3" id="people-in-app" fz="sm" fw={600} m={0}>
        {t('people.users.title')}
      </Text>
      {all === undefined ? <ListPending failed={t('people.users.failed')} error={error} onRetry={() => refetch()} /> : null}
      {all?.people.every(({ isBuilder }) => isBuilder) === true ? (
        <Text fz="sm" c="dimmed" mt={4}>
          {t('people.users.empty')}
        </Text>
      ) : null}
      <ul className={classes.list} aria-labelledby="people-in-app">
        {all?.people
          .filter(({ isBuilder }) => !isBuilder)
          .map((person) => (
            <PersonRow key={person.id} person={person} roles={all.roles} />
          ))}
      </ul>
      {own.length > 0 ? <Roles roles={own} /> : null}
    </section>
  );
}

function PersonRow({ person: { id, name, email, role }, roles }: { readonly person: Person; readonly roles: readonly Role[] }) {
  const t = useTranslations();
  const { id: appId, name: app } = useApp();
  const [setRole] = useMutation(SetPersonRoleDocument, { refetchQueries: [PeopleInAppDocument] });
  const navigate = useNavigate();
  const give = (next: string) => setRole({ variables: { appId, id, role: next } });
  const change = (next: string) => {
    if (next !== NEW) return void give(next).catch(failed);
    askName({ title: t('people.users.newRoleFor', { name }), initial: '', save: give });
  };
  const of = { appId, app, id, name };
  const showRows = (table: string) =>
    void navigate({ search: `?${new URLSearchParams({ panel: 'data', table, rows: 'live', creator: id })}` });
  const open = () => openPerson({ ...of, onRows: showRows });
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <UnstyledButton className={classes.open} onClick={open} aria-label={t('people.person.open', { name })}>
          <Text fz="sm" fw={500} truncate>
            {name}
          </Text>
          <Text fz="xs" c="dimmed" truncate title={email}>
            {email}
          </Text>
        </UnstyledButton>
      </div>
      <NativeSelect
        className={classes.role}
        size="xs"
        aria-label={t('people.roleOf', { name })}
        value={role}
        data={[...roles.map((one) => ({ value: one.name, label: one.name })), { value: NEW, label: t('people.users.newRole') }]}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Tooltip label={t('people.remove', { name })}>
        <ActionIcon size={28} aria-label={t('people.remove', { name })} onClick={() => askRemoval(of)}>
          <X size={14} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

function Roles({ roles }: { readonly roles: readonly Role[] }) {
  const t = useTranslations();
  return (
    <>
      <Text component="h3" id="roles-in-app" fz="sm" fw={600} m={0} mt={16}>
        {t('people.users.roles')}
      </Text>
      <Text fz="xs" c="dimmed" mt={4}>
        {t('people.users.rolesWhy')}
      </Text>
      <ul className={classes.list} aria-labelledby="roles-in-app">
        {roles.map((role) => (
          <RoleRow key={role.name} role={role} />
        ))}
      </ul>
    </>
  );
}

function RoleRow({ role: { name, people, tables } }: { readonly role: Role }) {
  const t = useTranslations();
  const { id: appId } = useApp();
  const [rename] = useMutation(RenamePersonRoleDocument, { refetchQueries: [PeopleInAppDocument] });
  const [remove] = useMutation(RemovePersonRoleDocument, { refetchQueries: [PeopleInAppDocument] });
  const askRename = () =>
    askName({
      title: t('people.users.renameTitle', { role: name }),
      initial: name,
      save: (to) => rename({ variables: { appId, from: name, to } }),
    });
  const askRemove = () =>
    modals.openConfirmModal({
      title: t('people.removeAsk', { name }),
      children: t('people.users.removeRoleWhy'),
      labels: { confirm: t('people.removeDo'), cancel: t('common.cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => void remove({ variables: { appId, role: name } }).catch(failed),
    });
  const named = tables.length === 0 ? [] : [t('people.users.tables', { tables: tables.join(', ') })];
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fz="sm" truncate>
          {name}
        </Text>
        <Text fz="xs" c="dimmed">
          {[t('people.people', { count: people }), ...named].join(' · ')}
        </Text>
      </div>
      {tables.length === 0 ? (
        <>
          <ActionIcon size={28} aria-label={t('people.users.rename', { role: name })} onClick={askRename}>
            <Pencil size={14} />
          </ActionIcon>
          <ActionIcon size={28} aria-label={t('people.users.removeRole', { role: name })} onClick={askRemove}>
            <X size={14} />
          </ActionIcon>
        </>
      ) : null}
    </li>
  );
}

interface AskedName {
  readonly title: string;
  readonly initial: string;
  readonly save: (name: string) => Promise<unknown>;
}

function askName(asked: AskedName): void {
  const id = modals.open({ title: asked.title, children: <NameForm {...asked} onDone={() => modals.close(id)} /> });
}

function NameForm({ initial, save, onDone }: AskedName & { readonly onDone: () => void }) {
  const t = useTranslations();
  const [name, setName] = useState(initial);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSaving(true);
    save(name).then(onDone, (error: unknown) => {
      setFailure(sentence(error));
      setIsSaving(false);
    });
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label={t('people.users.name')}
        value={name}
        error={failure}
        maxLength={40}
        data-autofocus
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFailure(null);
        }}
      />
      <Button type="submit" mt={12} loading={isSaving} disabled={name.trim() === ''}>
        {t('people.users.save')}
      </Button>
    </form>
  );
}
