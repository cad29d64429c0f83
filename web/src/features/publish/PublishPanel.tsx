import { useMutation, useQuery } from '@apollo/client/react';
import { ActionIcon, Anchor, Button, Group, Stack, Switch, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Check, Copy, ExternalLink, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  AppSignupDocument,
  PublishAppDocument,
  type PublishingFragment,
  UnpublishAppDocument,
  UpdateAppSignupDocument,
} from '../../gen/publish.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { timeAgo } from '../../lib/time.ts';
import { useCopy } from '../../lib/useCopy.ts';
import { useKeptFocus } from '../../lib/useKeptFocus.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './PublishPanel.module.css';
import { SlugForm } from './SlugForm.tsx';

/** The app's address, and what to do with it. */
export function PublishPanel({ app }: { readonly app: PublishingFragment }) {
  const [isEditing, setIsEditing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [publish, publishing] = useMutation(PublishAppDocument, { variables: { id: app.id } });
  const [unpublish] = useMutation(UnpublishAppDocument, { variables: { id: app.id } });
  const panel = useRef<HTMLDivElement>(null);
  // Publishing takes its button away and brings the address to open; a form leaves the button behind that opened it.
  const keptFocus = useKeptFocus(() => panel.current?.querySelector<HTMLElement>('[data-next]'));
  const isPublished = app.status === 'active';

  const onPublish = async () => {
    setRefusal(null);
    try {
      await publish();
    } catch (error) {
      setRefusal(sentence(error));
    }
  };
  const onUnpublish = () =>
    modals.openConfirmModal({
      title: 'Unpublish this app?',
      children: `People will no longer find your app at ${app.url}. The app and its data stay, and you can publish it again.`,
      labels: { confirm: 'Unpublish', cancel: 'Keep it live' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        void unpublish().then(
          () => notifyDone('Unpublished'),
          (error: unknown) => notifyError(sentence(error)),
        ),
    });

  return (
    <Stack gap={16} ref={panel} {...keptFocus}>
      <div role="status">
        <Text fw={600} component="h2" fz="md" m={0} className={classes.title}>
          {isPublished ? <span className={classes.dot} aria-hidden="true" /> : null}
          {isPublished ? 'Your app is live' : 'Publish your app'}
        </Text>
        <Text fz="sm" c="dimmed" mt={4}>
          {!isPublished
            ? 'Anyone with the link can open it.'
            : app.hasUnpublishedChanges
              ? 'People do not see your last changes yet.'
              : `Up to date${app.publishedAt === null ? '' : `, published ${timeAgo(app.publishedAt)}`}.`}
        </Text>
      </div>
      {isEditing ? (
        <SlugForm app={app} onDone={() => setIsEditing(false)} />
      ) : (
        <div className={classes.address}>
          <span className={classes.url} title={app.url}>
            {isPublished ? (
              <Anchor href={app.url} target="_blank" rel="noreferrer" fz="sm" c="inherit" className="target">
                {app.url.replace(/^https?:\/\//, '')}
              </Anchor>
            ) : (
              app.url.replace(/^https?:\/\//, '')
            )}
          </span>
          <Tooltip label="Change address">
            <ActionIcon size={28} aria-label="Change address" data-next={!isPublished || undefined} onClick={() => setIsEditing(true)}>
              <Pencil size={14} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      <FormError message={refusal} />
      {isPublished ? (
        <Group grow gap={8}>
          <Button
            variant="default"
            component="a"
            href={app.url}
            target="_blank"
            rel="noreferrer"
            data-next
            leftSection={<ExternalLink size={14} />}
          >
            Open
          </Button>
          <CopyLink url={app.url} />
        </Group>
      ) : null}
      {!isPublished || app.hasUnpublishedChanges ? (
        <Button onClick={onPublish} loading={publishing.loading}>
          {isPublished ? 'Update' : 'Publish'}
        </Button>
      ) : null}
      {isPublished ? (
        <>
          <hr className={classes.rule} />
          <SignupSwitch appId={app.id} />
          <hr className={classes.rule} />
          <Anchor component="button" type="button" fz="sm" c="dimmed" className={classes.unpublish} onClick={onUnpublish}>
            Unpublish
          </Anchor>
        </>
      ) : null}
    </Stack>
  );
}

/** Takes the address along, to send it to somebody. */
function CopyLink({ url }: { readonly url: string }) {
  const { isCopied, copy } = useCopy(url);
  return (
    <>
      <Button variant="default" onClick={copy} leftSection={isCopied ? <Check size={14} /> : <Copy size={14} />}>
        {isCopied ? 'Link copied!' : 'Copy link'}
      </Button>
      <VisuallyHidden role="status">{isCopied ? 'Link copied!' : ''}</VisuallyHidden>
    </>
  );
}

/** Whether the people who use the app may make accounts. */
function SignupSwitch({ appId }: { readonly appId: string }) {
  const { data, error, refetch } = useQuery(AppSignupDocument, { variables: { id: appId } });
  const [update] = useMutation(UpdateAppSignupDocument);
  const settings = data?.app.settings;
  if (settings === undefined && error !== undefined) {
    return (
      <div role="alert">
        <Text fz="sm">Could not load the sign-up setting.</Text>
        <Button mt={8} size="compact-sm" variant="default" onClick={() => void refetch().catch(() => undefined)}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <Switch
      label="Let people sign up"
      description={
        settings?.isSignupEnabled === true ? 'Anyone can sign up for your app.' : 'Only people who already have an account can log in.'
      }
      labelPosition="left"
      classNames={{ body: classes.switch, labelWrapper: classes.switchLabel }}
      checked={settings?.isSignupEnabled ?? false}
      disabled={settings === undefined}
      onChange={(event) => {
        const isSignupEnabled = event.currentTarget.checked;
        void update({
          variables: { id: appId, settings: { isSignupEnabled } },
          optimisticResponse: {
            __typename: 'Mutation',
            updateAppSettings: { __typename: 'App', id: appId, settings: { __typename: 'AppSettings', isSignupEnabled } },
          },
        }).catch((error: unknown) => notifyError(sentence(error)));
      }}
    />
  );
}
