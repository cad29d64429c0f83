import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Download, LogOut, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LogOutPersonInAppDocument, PersonInAppDocument, RowsOfPersonDocument } from '../../gen/people.ts';
import { translator } from '../../i18n/language.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { ListPending } from '../../ui/ListPending.tsx';
import { KeptFields } from './KeptFields.tsx';
import classes from './PeoplePanel.module.css';
import { askRemoval, type PersonOfApp } from './PersonRemoval.tsx';

interface OpenedPerson extends PersonOfApp {
  /** Shows the rows of a table that they made. */
  readonly onRows: (table: string) => void;
}

/** Shows what an app keeps about a person. */
export function openPerson(person: OpenedPerson): void {
  const modalId = modals.open({
    size: 560,
    title: translator()('people.person.title', { name: person.name }),
    children: <PersonDialog {...person} onDone={() => modals.close(modalId)} />,
  });
}

function PersonDialog({ onRows, onDone, ...of }: OpenedPerson & { readonly onDone: () => void }) {
  const t = useTranslations();
  const { appId, id, name } = of;
  const { data, error, refetch } = useQuery(PersonInAppDocument, { variables: { appId, id }, fetchPolicy: 'network-only' });
  const person = data?.personInApp;
  if (person === undefined) return <ListPending failed={t('people.person.failed')} error={error} onRetry={() => refetch()} />;
  return (
    <>
      <dl className={classes.said} aria-label={t('people.person.said')}>
        <Text component="dt" fz="sm" c="dimmed">
          {t('people.person.email')}
        </Text>
        <Text component="dd" fz="sm">
          {person.email} ({t(person.emailVerified ? 'people.person.verified' : 'people.person.unverified')})
        </Text>
        <Text component="dt" fz="sm" c="dimmed">
          {t('people.person.role')}
        </Text>
        <Text component="dd" fz="sm">
          {person.role}
        </Text>
      </dl>
      <KeptFields {...of} fields={person.fields} />
      <Rows
        {...of}
        onRows={(table) => {
          onDone();
          onRows(table);
        }}
      />
      <div className={classes.actions}>
        <Button
          component="a"
          href={`/live_api/apps/${appId}/people/${encodeURIComponent(id)}/export`}
          download={`${name}.json`}
          variant="default"
          size="xs"
          leftSection={<Download size={14} />}
        >
          {t('people.person.export')}
        </Button>
        <LogOutButton {...of} />
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<Trash2 size={14} />}
          // Above this dialog, which has the focus again when it is cancelled.
          onClick={() => askRemoval(of, onDone)}
        >
          {t('people.person.remove')}
        </Button>
      </div>
    </>
  );
}

function Rows({ appId, id, onRows }: PersonOfApp & { readonly onRows: (table: string) => void }) {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(RowsOfPersonDocument, { variables: { appId, id }, fetchPolicy: 'network-only' });
  const tables = data?.rowsOfPerson;
  return (
    <section aria-labelledby="rows-of-person">
      <Text component="h3" id="rows-of-person" fz="sm" fw={600} m={0}>
        {t('people.person.rows')}
      </Text>
      {tables === undefined ? <ListPending failed={t('people.person.rowsFailed')} error={error} onRetry={() => refetch()} /> : null}
      {tables?.length === 0 ? (
        <Text fz="sm" c="dimmed" mt={4}>
          {t('people.person.rowsNone')}
        </Text>
      ) : null}
      <div className={classes.tables}>
        {tables?.map(({ table, rows }) => (
          <Button key={table} variant="light" size="compact-sm" onClick={() => onRows(table)}>
            {t('people.person.rowsIn', { table, rows })}
          </Button>
        ))}
      </div>
    </section>
  );
}

function LogOutButton({ appId, app, id, name }: PersonOfApp) {
  const t = useTranslations();
  const [logOut] = useMutation(LogOutPersonInAppDocument, { variables: { appId, id } });
  const ask = () =>
    modals.openConfirmModal({
      title: t('people.person.logOutAsk', { name, app }),
      children: t('people.person.logOutWhy', { name }),
      labels: { confirm: t('people.person.logOut'), cancel: t('common.cancel') },
      onConfirm: () =>
        void logOut().then(
          () => notifyDone(t('people.person.loggedOut', { name })),
          (error: unknown) => notifyError(sentence(error)),
        ),
    });
  return (
    <Button variant="default" size="xs" leftSection={<LogOut size={14} />} onClick={ask}>
      {t('people.person.logOut')}
    </Button>
  );
}
