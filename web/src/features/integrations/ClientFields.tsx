import { Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { PackageConnectionFragment } from '../../gen/packages.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import type { DeclaredConnection } from './declared.ts';
import classes from './PackagesSection.module.css';

/** What was entered; what was not is left out. */
export interface Client {
  readonly id?: string;
  readonly secret?: string;
}
export type Clients = Readonly<Record<string, Client>>;

/** The clients to be sent: an empty secret keeps the one that is stored. */
export function changedClients(clients: Clients): Clients {
  return Object.fromEntries(
    Object.entries(clients).map(([name, { id, secret = '' }]) => [
      name,
      { ...(id === undefined ? {} : { id }), ...(secret === '' ? {} : { secret }) },
    ]),
  );
}

interface ClientFieldsProps {
  readonly declared: DeclaredConnection;
  /** Where the account is. */
  readonly server: string;
  /** Null: the package is to be installed. */
  readonly stored: PackageConnectionFragment | null;
  readonly client: Client;
  readonly onChange: (client: Client) => void;
}

/** The registration at the provider of an account: client ID, secret, and the address that has to be registered there. */
export function ClientFields({ declared: { title, description, scopes }, server, stored, client, onChange }: ClientFieldsProps) {
  const t = useTranslations('integrations.packages');
  const callbackUrl = stored?.callbackUrl ?? new URL('/api/integrations/oauth/callback', window.location.href).href;
  const id = client.id ?? stored?.clientId ?? '';
  return (
    <Stack gap="sm" className={classes.client} role="group" aria-label={title}>
      <div>
        <Text fz="sm" fw={500}>
          {title}
        </Text>
        {description === undefined ? null : <Text fz="xs">{description}</Text>}
        <Text fz="xs" c="dimmed">
          {scopes.length === 0 ? t('connection.server', { server }) : t('connection.scopes', { server, scopes: scopes.join(', ') })}
        </Text>
      </div>
      <TextInput
        label={t('connection.clientId', { title })}
        description={t(stored?.hasOperatorClient === true ? 'connection.operator' : 'connection.clientIdHint')}
        autoComplete="off"
        value={id}
        onChange={(event) => onChange({ ...client, id: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('connection.clientSecret', { title })}
        placeholder={stored?.hasClientSecret === true ? t('secretKept') : undefined}
        autoComplete="off"
        value={client.secret ?? ''}
        onChange={(event) => onChange({ ...client, secret: event.currentTarget.value })}
      />
      <div>
        <Text fz="xs" c="dimmed">
          {t('connection.callback')}
        </Text>
        <Group gap={4} wrap="nowrap" align="center">
          <Text fz="xs" className={classes.address}>
            {callbackUrl}
          </Text>
          <CopyIcon text={callbackUrl} label={t('connection.copyCallback')} />
        </Group>
      </div>
    </Stack>
  );
}
