import { useMutation } from '@apollo/client/react';
import { Button, Group, Modal, PasswordInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AppFunctionsDocument, type FunctionVariableFragment, SetFunctionVariableDocument } from '../../gen/functions.ts';
import { sentence } from '../../lib/errors.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';

export interface AskedVariable {
  /** Empty: the form asks for it. */
  readonly name: string;
  readonly isSecret: boolean;
}

interface VariableFormProps {
  readonly asked: AskedVariable;
  readonly known: readonly FunctionVariableFragment[];
  /** The servers that the functions which read it may call. */
  readonly allowed: readonly string[];
  readonly onClose: () => void;
}

/** The dialog in which a secret or a setting is entered. */
export function VariableForm({ asked, known, allowed, onClose }: VariableFormProps) {
  const t = useTranslations('functions.variables');
  const common = useTranslations('common');
  const { id: appId } = useApp();
  const [name, setName] = useState(asked.name);
  const [isSecret, setIsSecret] = useState(asked.isSecret);
  const before = known.find((one) => one.name === asked.name);
  const [value, setValue] = useState(before?.value ?? '');
  const [hosts, setHosts] = useState([...new Set([...(before?.hosts ?? []), ...allowed])].join('\n'));
  const [run, { loading, error }] = useMutation(SetFunctionVariableDocument, { refetchQueries: [AppFunctionsDocument] });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await run({
      variables: {
        appId,
        name: name.trim(),
        value,
        isSecret,
        // Also when none is shown: a server that another person allows meanwhile does not get the secret.
        ...(isSecret ? { hosts: named(hosts) } : {}),
      },
    }).catch(() => null);
    if (saved !== null) onClose();
  };
  const field = { label: t('value'), required: true, value, 'data-autofocus': asked.name !== '' };
  return (
    <Modal opened onClose={onClose} title={asked.name === '' ? t('add') : t('set', { name: asked.name })}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {asked.name === '' ? (
            <TextInput
              label={t('name')}
              description={t('nameWhy')}
              placeholder={t('nameExample')}
              required
              data-autofocus
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          ) : null}
          {isSecret ? (
            <PasswordInput {...field} autoComplete="off" onChange={(event) => setValue(event.currentTarget.value)} />
          ) : (
            <Textarea {...field} autosize minRows={1} maxRows={8} onChange={(event) => setValue(event.currentTarget.value)} />
          )}
          {isSecret ? (
            <Textarea
              label={t('hosts')}
              description={t('hostsWhy')}
              autosize
              minRows={1}
              maxRows={8}
              value={hosts}
              onChange={(event) => setHosts(event.currentTarget.value)}
            />
          ) : null}
          <Switch
            checked={isSecret}
            label={t('isSecret')}
            description={t('isSecretWhy')}
            onChange={(event) => setIsSecret(event.currentTarget.checked)}
          />
          {error === undefined ? null : <FormError message={sentence(error)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={loading} disabled={name.trim() === '' || value === ''}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function named(hosts: string): string[] {
  return hosts.split(/\s+/).filter((host) => host !== '');
}
