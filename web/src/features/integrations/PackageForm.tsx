import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Checkbox, Group, Modal, NumberInput, PasswordInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  ConfigurePackageDocument,
  type DeclaredPackageFragment,
  InstallPackageDocument,
  IntegrationPackagesDocument,
  type PackageOfAppFragment,
} from '../../gen/packages.ts';
import { errorStatus, sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import { ClientFields, type Clients, changedClients } from './ClientFields.tsx';
import { connectionsOf, type DeclaredSecret, type DeclaredSetting, hostNames, providerName, secretsOf, settingsOf } from './declared.ts';
import classes from './PackagesSection.module.css';

type Value = string | number | boolean;

interface PackageFormProps {
  readonly declared: DeclaredPackageFragment;
  /** Of the offer that is shown, when it is to be installed. */
  readonly digest?: string;
  /** Null: it is to be installed. */
  readonly installed: PackageOfAppFragment | null;
  /** Names of the instances that the app has already. */
  readonly names: readonly string[];
  readonly onClose: () => void;
}

/** The dialog in which a package is installed, or its settings and secrets are changed. */
export function PackageForm({ declared, digest = '', installed, names, onClose }: PackageFormProps) {
  const t = useTranslations('integrations.packages');
  const { id: appId } = useApp();
  const settings = settingsOf(declared);
  const secrets = secretsOf(declared);
  const [values, setValues] = useState<Readonly<Record<string, Value>>>(() => startOf(settings, installed));
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const [clients, setClients] = useState<Clients>({});
  const [name, setName] = useState('');
  const [install, installing] = useMutation(InstallPackageDocument);
  const [configure, configuring] = useMutation(ConfigurePackageDocument);
  const loadChanged = useLoadChanged();
  const failure = installing.error ?? configuring.error;
  const isNamed = installed === null && names.length > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = {
      appId,
      settings: values,
      clients: changedClients(clients),
      secrets: Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== '')),
    };
    const work =
      installed === null
        ? install({ variables: { ...given, package: declared.name, digest, ...(isNamed ? { name } : {}) } })
        : configure({ variables: { ...given, id: installed.id } });
    if ((await work.catch(loadChanged)) === null) return;
    notifyDone(t(installed === null ? 'installed' : 'saved', { name: declared.title }));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t(installed === null ? 'install' : 'settingsOf', { name: declared.title })}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Consent declared={declared} />
          {isNamed ? (
            <TextInput
              label={t('name')}
              description={t('nameHint', { names: names.join(', ') })}
              required
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          ) : null}
          {settings.map(([key, setting]) => (
            <SettingField
              key={key}
              setting={setting}
              value={values[key]}
              onChange={(value) => setValues((before) => ({ ...before, [key]: value }))}
            />
          ))}
          {secrets.map(([key, secret]) => (
            <SecretField
              key={key}
              secret={secret}
              isSet={installed?.secretNames.includes(key) ?? false}
              value={entered[key] ?? ''}
              onChange={(value) => setEntered((before) => ({ ...before, [key]: value }))}
            />
          ))}
          {connectionsOf(declared).map(([key, connection]) => (
            <ClientFields
              key={key}
              declared={connection}
              server={providerName(declared, connection)}
              stored={installed?.connections.find((one) => one.name === key) ?? null}
              client={clients[key] ?? {}}
              onChange={(client) => setClients((before) => ({ ...before, [key]: client }))}
            />
          ))}
          {failure === undefined ? null : <FormError message={sentence(failure)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={installing.loading || configuring.loading}>
              {t(installed === null ? 'installNow' : 'save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Loads the packages again when the server refuses a change because what is shown is outdated. */
export function useLoadChanged(): (error: unknown) => null {
  const client = useApolloClient();
  return (error) => {
    if (errorStatus(error) === 409) void client.refetchQueries({ include: [IntegrationPackagesDocument] });
    return null;
  };
}

function startOf(settings: readonly [string, DeclaredSetting][], installed: PackageOfAppFragment | null): Record<string, Value> {
  if (installed !== null) return { ...(installed.settings as Record<string, Value>) };
  return Object.fromEntries(settings.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])));
}

/** What the package may do, before it is installed. */
function Consent({ declared }: { readonly declared: DeclaredPackageFragment }) {
  const t = useTranslations('integrations.packages');
  const hosts = hostNames(declared);
  return (
    <div>
      <Text fz="sm">{declared.sentence}</Text>
      {declared.price === null ? null : (
        <Text fz="sm" mt={8}>
          {t('adds.price', { names: declared.price })}
        </Text>
      )}
      <Text fz="sm" mt={8}>
        {t(hosts.length === 0 ? 'noHosts' : 'hosts')}
      </Text>
      {hosts.length === 0 ? null : (
        <ul className={classes.grants}>
          {hosts.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SettingFieldProps {
  readonly setting: DeclaredSetting;
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
}

function SettingField({ setting: { title, description, type, required, choices = [] }, value, onChange }: SettingFieldProps) {
  const common = { label: title, description, required };
  const text = typeof value === 'string' ? value : '';
  if (type === 'boolean')
    return (
      <Checkbox
        label={title}
        description={description}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (type === 'number')
    return <NumberInput {...common} hideControls value={typeof value === 'number' ? value : ''} onChange={(next) => onChange(next)} />;
  if (type === 'choice')
    return <Select {...common} data={[...choices]} value={text} allowDeselect={!required} onChange={(next) => onChange(next ?? '')} />;
  if (type === 'long-text')
    return (
      <Textarea {...common} autosize minRows={4} maxRows={12} value={text} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  return (
    <TextInput {...common} type={type === 'url' ? 'url' : 'text'} value={text} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

interface SecretFieldProps {
  readonly secret: DeclaredSecret;
  readonly isSet: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Secrets are written and never read: an empty field keeps the one that is stored. */
function SecretField({ secret: { title, description, required }, isSet, value, onChange }: SecretFieldProps) {
  const t = useTranslations('integrations.packages');
  return (
    <PasswordInput
      label={title}
      description={description}
      required={required && !isSet}
      placeholder={isSet ? t('secretKept') : undefined}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
