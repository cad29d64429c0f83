import { useMutation } from '@apollo/client/react';
import { Alert, Button, Stack, Switch, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AllowHostsDocument, type AppHostsQuery } from '../../gen/hosts.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useApp, useIsViewer, useRestartPreview } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import { ALL, byKind, EARLIER, type Hosts, KINDS, type Kind, missingHosts, withHosts } from '../../ui/hosts/kinds.ts';
import { NamedHosts } from '../../ui/hosts/NamedHosts.tsx';
import classes from './HostsPanel.module.css';

interface HostFormProps {
  /** Null: the builder has not chosen since an earlier release. */
  readonly hosts: AppHostsQuery['app']['settings']['hosts'];
  readonly named: AppHostsQuery['app']['namedHosts'];
}

/** Lists of hosts by what they are for, and those that the code names besides. */
export function HostForm({ hosts, named }: HostFormProps) {
  const t = useTranslations('hosts');
  const kinds = useTranslations('hosts.byKind');
  const { id } = useApp();
  const isViewer = useIsViewer();
  const restart = useRestartPreview();
  const before: Hosts = hosts ?? EARLIER;
  const [texts, setTexts] = useState(() => textsOf(before));
  const [anyPictures, setAnyPictures] = useState(before.pictures.includes(ALL));
  const [run, { loading, error }] = useMutation(AllowHostsDocument);
  const save = async (next: Hosts) => {
    const lists = byKind((kind) => [...next[kind]]);
    if ((await run({ variables: { id, hosts: lists } }).catch(() => null)) === null) return;
    notifyDone(t('saved'));
    restart();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save({ ...listsOf(texts), pictures: [...(anyPictures ? [ALL] : []), ...listsOf(texts).pictures] });
  };
  const missing = missingHosts(before, named);
  return (
    <form onSubmit={submit} className={classes.content} noValidate>
      <div>
        <Text component="h2" fz="md" fw={600} m={0}>
          {t('title')}
        </Text>
        <Text mt={4} fz="sm" c="dimmed">
          {t('why')} {t('one')}
        </Text>
      </div>
      {hosts === null ? <Alert color="yellow">{t('earlier')}</Alert> : null}
      {missing.length === 0 ? null : (
        <Stack gap={8}>
          <Text component="h3" fz="sm" fw={600} m={0}>
            {t('named')}
          </Text>
          <NamedHosts
            missing={missing}
            isSaving={loading}
            {...(isViewer ? {} : { onAllow: (more) => void save(withHosts(before, more)) })}
          />
        </Stack>
      )}
      {KINDS.map((kind) => (
        <Stack key={kind} gap={8}>
          <Textarea
            label={kinds(`kinds.${kind}`)}
            description={kinds(`means.${kind}`)}
            value={texts[kind]}
            readOnly={isViewer}
            autosize
            minRows={1}
            maxRows={8}
            onChange={(event) => setTexts({ ...texts, [kind]: event.currentTarget.value })}
          />
          {kind === 'pictures' ? (
            <Switch
              checked={anyPictures}
              disabled={isViewer}
              label={t('anyPictures')}
              description={t('anyPicturesWhy')}
              onChange={(event) => setAnyPictures(event.currentTarget.checked)}
            />
          ) : null}
        </Stack>
      ))}
      <FormError message={error === undefined ? null : sentence(error)} />
      {isViewer ? null : (
        <Button type="submit" loading={loading} style={{ justifySelf: 'start' }}>
          {t('save')}
        </Button>
      )}
    </form>
  );
}

const textsOf = (hosts: Hosts): Record<Kind, string> => byKind((kind) => hosts[kind].filter((host) => host !== ALL).join('\n'));

const listsOf = (texts: Readonly<Record<Kind, string>>): Hosts =>
  byKind((kind) => texts[kind].split(/[\s,]+/).filter((host) => host !== ''));
