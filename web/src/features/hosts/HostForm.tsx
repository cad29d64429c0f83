import { useMutation } from '@apollo/client/react';
import { Alert, Button, Stack, Switch, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AllowHostsDocument, type AppHostsQuery } from '../../gen/hosts.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useApp, useIsViewer, useRestartPreview } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './HostsPanel.module.css';

const KINDS = ['scripts', 'styles', 'pictures', 'frames', 'calls'] as const;
type Kind = (typeof KINDS)[number];
type Hosts = Readonly<Record<Kind, readonly string[]>>;
const ALL = '*';
/** What an app of an earlier release goes on with. */
const EARLIER: Hosts = { scripts: [], styles: [], pictures: [ALL], frames: [], calls: [] };

interface HostFormProps {
  /** Null: the builder has not chosen since an earlier release. */
  readonly hosts: AppHostsQuery['app']['settings']['hosts'];
  readonly named: AppHostsQuery['app']['namedHosts'];
}

/** Lists of hosts by what they are for, and those that the code names besides. */
export function HostForm({ hosts, named }: HostFormProps) {
  const t = useTranslations('hosts');
  const { id } = useApp();
  const isViewer = useIsViewer();
  const restart = useRestartPreview();
  const before: Hosts = hosts ?? EARLIER;
  const [texts, setTexts] = useState(() => textsOf(before));
  const [anyPictures, setAnyPictures] = useState(before.pictures.includes(ALL));
  const [run, { loading, error }] = useMutation(AllowHostsDocument);
  const save = async (next: Hosts) => {
    const lists = Object.fromEntries(KINDS.map((kind) => [kind, [...next[kind]]])) as Record<Kind, string[]>;
    if ((await run({ variables: { id, hosts: lists } }).catch(() => null)) === null) return;
    notifyDone(t('saved'));
    restart();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save({ ...listsOf(texts), pictures: [...(anyPictures ? [ALL] : []), ...listsOf(texts).pictures] });
  };
  const missing = named.filter(({ kind, host }) => !isAllowed(before[kind], host));
  const allow = (more: typeof missing) =>
    save(
      Object.fromEntries(
        KINDS.map((kind) => [kind, [...before[kind], ...more.flatMap((one) => (one.kind === kind ? one.host : []))]]),
      ) as Record<Kind, string[]>,
    );
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
          <ul className={classes.named} aria-label={t('named')}>
            {missing.map((one) => (
              <li key={`${one.kind} ${one.host}`}>
                <span className={classes.host}>
                  <Text component="span" fz="sm" ff="monospace">
                    {one.host}
                  </Text>
                  <Text fz="xs" c="dimmed">
                    {t('namedIn', { kind: t(`kinds.${one.kind}`), path: one.path })}
                  </Text>
                </span>
                {isViewer ? null : (
                  <Button
                    size="compact-sm"
                    aria-label={t('allowOf', { host: one.host })}
                    loading={loading}
                    onClick={() => void allow([one])}
                  >
                    {t('allow')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {isViewer || missing.length < 2 ? null : (
            <Button
              size="compact-sm"
              variant="default"
              loading={loading}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => void allow(missing)}
            >
              {t('allowAll')}
            </Button>
          )}
        </Stack>
      )}
      {KINDS.map((kind) => (
        <Stack key={kind} gap={8}>
          <Textarea
            label={t(`kinds.${kind}`)}
            description={t(`whyKinds.${kind}`)}
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

const textsOf = (hosts: Hosts) =>
  Object.fromEntries(KINDS.map((kind) => [kind, hosts[kind].filter((host) => host !== ALL).join('\n')])) as Record<Kind, string>;

const listsOf = (texts: Readonly<Record<Kind, string>>) =>
  Object.fromEntries(KINDS.map((kind) => [kind, texts[kind].split(/[\s,]+/).filter((host) => host !== '')])) as Record<Kind, string[]>;

/** Whether a list has a host, itself or by the domain that it is below. */
function isAllowed(list: readonly string[], host: string): boolean {
  return list.some((one) => one === host || one === ALL || (one.startsWith('*.') && host.endsWith(one.slice(1))));
}
