import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PeopleInAppDocument, type PersonRowsFate, RemovePersonWithRowsDocument, RowsOfPersonDocument } from '../../gen/people.ts';
import { translator } from '../../i18n/language.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { FormError } from '../../ui/FormError.tsx';

export interface PersonOfApp {
  readonly appId: string;
  /** Its name. */
  readonly app: string;
  readonly id: string;
  readonly name: string;
}

const FATES = ['keep', 'anonymise', 'delete'] as const satisfies PersonRowsFate[];

/** Asks what becomes of the rows of a person, then removes them from the app. */
export function askRemoval(person: PersonOfApp, onRemoved: () => void = () => undefined): void {
  const modalId = modals.open({
    title: translator()('people.removeAsk', { name: person.name }),
    children: <Removal {...person} onDone={() => modals.close(modalId)} onRemoved={onRemoved} />,
  });
}

interface RemovalProps extends PersonOfApp {
  readonly onDone: () => void;
  readonly onRemoved: () => void;
}

function Removal({ appId, app, id, name, onDone, onRemoved }: RemovalProps) {
  const t = useTranslations();
  const client = useApolloClient();
  const [rows, setRows] = useState<PersonRowsFate>('keep');
  const { data } = useQuery(RowsOfPersonDocument, { variables: { appId, id }, fetchPolicy: 'network-only' });
  const [remove, { loading, error }] = useMutation(RemovePersonWithRowsDocument, { variables: { appId, id, rows } });
  const submit = async () => {
    const done = await remove().catch(() => null);
    if (done?.data == null) return;
    await client.refetchQueries({ include: [PeopleInAppDocument] });
    notifyDone(t('people.removed', { name }));
    onDone();
    onRemoved();
  };
  const count = data?.rowsOfPerson.reduce((sum, table) => sum + table.rows, 0);
  return (
    <Stack gap="sm">
      <Text fz="sm">{t('people.removal.why', { name, app })}</Text>
      {count === undefined ? null : <Text fz="sm">{t('people.removal.count', { rows: count, name })}</Text>}
      <Radio.Group label={t('people.removal.title')} value={rows} onChange={(value) => setRows(value as PersonRowsFate)}>
        <Stack gap={8} mt={8}>
          {FATES.map((fate) => (
            <Radio key={fate} value={fate} label={t(`people.removal.${fate}`)} description={t(`people.removal.${fate}Why`, { name })} />
          ))}
        </Stack>
      </Radio.Group>
      <FormError message={error === undefined ? null : sentence(error)} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button color="red" loading={loading} onClick={() => void submit()}>
          {t('people.removeDo')}
        </Button>
      </Group>
    </Stack>
  );
}
