import { useMutation } from '@apollo/client/react';
import { ActionIcon, Anchor, Button, Group, Stack, Switch, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Check, Copy, ExternalLink, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { PublishAppDocument, type PublishingFragment, UnpublishAppDocument } from '../../gen/publish.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { timeAgo } from '../../lib/time.ts';
import { useCopy } from '../../lib/useCopy.ts';
import { useKeptFocus } from '../../lib/useKeptFocus.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './PublishPanel.module.css';
import { SlugForm } from './SlugForm.tsx';
import { useAudience } from './useAudience.ts';

/** The app's URL, and publishing. */
export default function PublishPanel() {
  const app: PublishingFragment = useApp();
  const [isEditing, setIsEditing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [publish, publishing] = useMutation(PublishAppDocument);
  const [unpublish] = useMutation(UnpublishAppDocument, { variables: { id: app.id } });
  const panel = useRef<HTMLDivElement>(null);
  // Publishing replaces its button with the link to open; closing a form leaves the button that opened it.
  const keptFocus = useKeptFocus(() => panel.current?.querySelector<HTMLElement>('[data-next]'));
  const isPublished = app.status === 'active';
  const audience = useAudience(app.id, isPublished);

  const onPublish = async () => {
    setRefusal(null);
    try {
      await publish({ variables: { id: app.id, ...(isPublished ? {} : { isSignupEnabled: audience.isSignupEnabled }) } });
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
    <Stack gap={16} p={16} ref={panel} {...keptFocus}>
      <div role="status">
        <Text fw={600} component="h2" fz="md" m={0} className={classes.title}>
          {isPublished ? <span className={classes.dot} aria-hidden="true" /> : null}
          {isPublished ? 'Your app is live' : 'Publish your app'}
        </Text>
        <Text fz="sm" c="dimmed" mt={4}>
          {!isPublished
            ? 'Anyone with the link can open it.'
            : app.hasUnpublishedChanges
              ? 'People do not see your latest changes yet.'
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
      {isPublished ? null : <Audience audience={audience} />}
      {!isPublished || app.hasUnpublishedChanges ? (
        <Button onClick={onPublish} loading={publishing.loading} disabled={!isPublished && audience.isLoading}>
          {isPublished ? 'Update' : 'Publish'}
        </Button>
      ) : null}
      {isPublished ? (
        <>
          <hr className={classes.rule} />
          <Audience audience={audience} />
          <hr className={classes.rule} />
          <Anchor component="button" type="button" fz="sm" c="dimmed" className={classes.unpublish} onClick={onUnpublish}>
            Unpublish
          </Anchor>
        </>
      ) : null}
    </Stack>
  );
}

/** Copies the URL. */
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

/** What people may do once the app is published, and whether they may sign up. */
function Audience({ audience }: { readonly audience: ReturnType<typeof useAudience> }) {
  const { isLoading, error, refetch, lines, isSignupEnabled, setSignup, isNeeded } = audience;
  if (error !== undefined) {
    return (
      <div role="alert">
        <Text fz="sm">Could not load who can do what.</Text>
        <Button mt={8} size="compact-sm" variant="default" onClick={() => void refetch().catch(() => undefined)}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <>
      {lines.length === 0 ? null : (
        <div>
          <Text component="h3" fz="sm" fw={600} m={0}>
            Who can do what
          </Text>
          <ul className={classes.audience}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <Switch
        label="Let people sign up"
        description={
          isSignupEnabled
            ? 'Anyone with the link can make an account in your app. They use the app and do not see the builder.'
            : isNeeded
              ? 'New people cannot make an account, so they cannot use what needs one. Existing users stay.'
              : 'New people cannot make an account. Existing users stay.'
        }
        labelPosition="left"
        classNames={{ body: classes.switch, labelWrapper: classes.switchLabel }}
        checked={isSignupEnabled}
        disabled={isLoading}
        onChange={(event) => setSignup(event.currentTarget.checked)}
      />
    </>
  );
}
