import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Modal, Skeleton, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AppCardFragment } from '../../gen/home.ts';
import {
  AppTemplatesDocument,
  type OwnTemplateFragment,
  SharedTemplateDocument,
  ShareTemplateDocument,
  UnshareTemplateDocument,
} from '../../gen/templates.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { timeAgo } from '../../lib/time.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './ShareTemplate.module.css';

interface ShareTemplateProps {
  readonly app: AppCardFragment;
  readonly onClose: () => void;
}

/** A dialog in which the owner shares an app as a template, shares it again as it is now, or takes it back. */
export function ShareTemplate({ app, onClose }: ShareTemplateProps) {
  const t = useTranslations('home.share');
  const { data, error } = useQuery(SharedTemplateDocument, { variables: { appId: app.id }, fetchPolicy: 'network-only' });
  return (
    <Modal opened onClose={onClose} title={t('title', { app: app.name })}>
      {data === undefined && error !== undefined ? <FormError message={sentence(error)} /> : null}
      {data === undefined && error === undefined ? (
        <Stack gap="md" aria-busy>
          <Skeleton h={36} />
          <Skeleton h={72} />
        </Stack>
      ) : null}
      {data === undefined ? null : <ShareForm app={app} shared={data.sharedTemplate} onClose={onClose} />}
    </Modal>
  );
}

interface ShareFormProps extends ShareTemplateProps {
  readonly shared: OwnTemplateFragment | null;
}

function ShareForm({ app, shared, onClose }: ShareFormProps) {
  const t = useTranslations();
  const [title, setTitle] = useState(shared?.title ?? app.name);
  const [description, setDescription] = useState(shared?.description ?? '');
  const [withRows, setWithRows] = useState(shared?.hasRows ?? false);
  const after = { refetchQueries: [AppTemplatesDocument] };
  const [share, sharing] = useMutation(ShareTemplateDocument, after);
  const [unshare, unsharing] = useMutation(UnshareTemplateDocument, after);
  const failure = sharing.error ?? unsharing.error;
  const finish = async (work: Promise<unknown>, done: string) => {
    if ((await work.catch(() => null)) === null) return;
    notifyDone(done);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void finish(share({ variables: { appId: app.id, title, description, withRows } }), t('home.share.done', { title: title.trim() }));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {shared?.sharedAt == null ? t('home.share.about') : t('home.share.since', { time: timeAgo(shared.sharedAt) })}
        </Text>
        <TextInput
          label={t('home.share.name')}
          value={title}
          maxLength={100}
          required
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label={t('home.share.description')}
          value={description}
          maxLength={300}
          rows={2}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Switch
          label={t('home.share.rows')}
          description={t('home.share.rowsHint')}
          labelPosition="left"
          classNames={{ body: classes.switch, labelWrapper: classes.switchLabel }}
          checked={withRows}
          onChange={(event) => setWithRows(event.currentTarget.checked)}
        />
        {failure === undefined ? null : <FormError message={sentence(failure)} />}
        <Group justify={shared === null ? 'flex-end' : 'space-between'}>
          {shared === null ? null : (
            <Button
              variant="default"
              c="var(--danger-text)"
              loading={unsharing.loading}
              onClick={() => void finish(unshare({ variables: { appId: app.id } }), t('home.share.takenBack'))}
            >
              {t('home.share.takeBack')}
            </Button>
          )}
          <Button type="submit" loading={sharing.loading} disabled={title.trim() === ''}>
            {t(shared === null ? 'home.share.do' : 'home.share.update')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
