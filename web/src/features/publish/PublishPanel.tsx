import { useMutation } from '@apollo/client/react';
import { ActionIcon, Anchor, Button, Group, Stack, Switch, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Check, Copy, ExternalLink, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PublishAppDocument, type PublishingFragment, UnpublishAppDocument } from '../../gen/publish.ts';
import type { Translator } from '../../i18n/language.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { timeAgo } from '../../lib/time.ts';
import { useCopy } from '../../lib/useCopy.ts';
import { useKeptFocus } from '../../lib/useKeptFocus.ts';
import { useApp, useCompiling, useFetching, useShownVersion } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import { PreviewRows } from './PreviewRows.tsx';
import classes from './PublishPanel.module.css';
import { SlugForm } from './SlugForm.tsx';
import { useAudience } from './useAudience.ts';
import { usePreviewRows } from './usePreviewRows.ts';
import { type StoodIn, useStoodIn } from './useStoodIn.ts';

/** The app's URL, and publishing. */
export default function PublishPanel() {
  const t = useTranslations();
  const app: PublishingFragment = useApp();
  const { mayChange } = useShownVersion();
  const [isEditing, setIsEditing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [publish, publishing] = useMutation(PublishAppDocument);
  const [unpublish] = useMutation(UnpublishAppDocument, { variables: { id: app.id } });
  const panel = useRef<HTMLDivElement>(null);
  // Publishing replaces its button with the link to open; closing a form leaves the button that opened it.
  const keptFocus = useKeptFocus(() => panel.current?.querySelector<HTMLElement>('[data-next]'));
  const isPublished = app.status === 'active';
  const audience = useAudience(app.id, isPublished);
  const previewRows = usePreviewRows(app.id);
  const stoodIn = useStoodIn(isPublished ? app.publishedAt : null);
  useCompiling(publishing.loading);
  const fetching = useFetching();

  const onPublish = async () => {
    // The latest version is published, not the one that is shown.
    if (!mayChange()) return;
    setRefusal(null);
    try {
      await publish({ variables: { id: app.id, ...(isPublished ? {} : { isSignupEnabled: audience.isSignupEnabled }) } });
      if (previewRows.isChosen) void previewRows.state.start();
    } catch (error) {
      setRefusal(sentence(error));
    }
  };
  const onUnpublish = () =>
    modals.openConfirmModal({
      title: t('publish.unpublishTitle'),
      children: t('publish.unpublishWhy', { url: app.url }),
      labels: { confirm: t('publish.unpublish'), cancel: t('publish.keepLive') },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        void unpublish().then(
          () => notifyDone(t('publish.unpublished')),
          (error: unknown) => notifyError(sentence(error)),
        ),
    });

  return (
    <Stack gap={16} p={16} ref={panel} {...keptFocus}>
      <div role="status">
        <Text fw={600} component="h2" fz="md" m={0} className={classes.title}>
          {isPublished ? <span className={classes.dot} aria-hidden="true" /> : null}
          {isPublished ? t('publish.liveTitle') : t('publish.publishTitle')}
        </Text>
        <Text fz="sm" c="dimmed" mt={4}>
          {stateOf(app, t)}
        </Text>
      </div>
      {isEditing ? (
        <SlugForm app={app} onDone={() => setIsEditing(false)} />
      ) : (
        <div className={classes.address}>
          <Address app={app} />
          <Tooltip label={t('publish.changeAddress')}>
            <ActionIcon
              size={28}
              aria-label={t('publish.changeAddress')}
              data-next={!isPublished || undefined}
              onClick={() => setIsEditing(true)}
            >
              <Pencil size={14} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      <FormError message={refusal} />
      <Packages fetching={publishing.loading ? fetching : null} stoodIn={publishing.loading ? null : stoodIn} />
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
            {t('common.open')}
          </Button>
          <CopyLink url={app.url} />
        </Group>
      ) : null}
      {isPublished ? null : <Audience audience={audience} />}
      <PreviewRows rows={previewRows} isPublished={isPublished} />
      {!isPublished || app.hasUnpublishedChanges || stoodIn?.isHere === true ? (
        <Button onClick={onPublish} loading={publishing.loading} disabled={!isPublished && audience.isLoading}>
          {isPublished ? t('publish.update') : t('publish.publish')}
        </Button>
      ) : null}
      {isPublished ? (
        <>
          <hr className={classes.rule} />
          <Audience audience={audience} />
          <hr className={classes.rule} />
          <Anchor component="button" type="button" fz="sm" c="dimmed" className={classes.unpublish} onClick={onUnpublish}>
            {t('publish.unpublish')}
          </Anchor>
        </>
      ) : null}
    </Stack>
  );
}

/** Packages that the app needs: those that are being fetched, and those that were not there. */
function Packages({ fetching, stoodIn }: { readonly fetching: string | null; readonly stoodIn: StoodIn | null }) {
  return (
    <div role="status" className={classes.status}>
      {fetching === null ? null : <Text fz="sm">{fetching}</Text>}
      {stoodIn === null ? null : <Text fz="sm">{stoodIn.text}</Text>}
    </div>
  );
}

function stateOf({ status, hasUnpublishedChanges, publishedAt }: PublishingFragment, t: Translator): string {
  if (status !== 'active') return t('publish.publishWhy');
  if (hasUnpublishedChanges) return t('publish.outdated');
  return publishedAt === null ? t('publish.upToDate') : t('publish.upToDateSince', { time: timeAgo(publishedAt) });
}

/** The URL without its protocol; a link once it works. */
function Address({ app: { url, status } }: { readonly app: PublishingFragment }) {
  const shown = url.replace(/^https?:\/\//, '');
  return (
    <span className={classes.url} title={url}>
      {status === 'active' ? (
        <Anchor href={url} target="_blank" rel="noreferrer" fz="sm" c="inherit" className="target">
          {shown}
        </Anchor>
      ) : (
        shown
      )}
    </span>
  );
}

/** Copies the URL. */
function CopyLink({ url }: { readonly url: string }) {
  const t = useTranslations();
  const { isCopied, copy } = useCopy(url);
  return (
    <>
      <Button variant="default" onClick={copy} leftSection={isCopied ? <Check size={14} /> : <Copy size={14} />}>
        {isCopied ? t('common.linkCopied') : t('common.copyLink')}
      </Button>
      <VisuallyHidden role="status">{isCopied ? t('common.linkCopied') : ''}</VisuallyHidden>
    </>
  );
}

/** What people may do once the app is published, and whether they may sign up. */
function Audience({ audience }: { readonly audience: ReturnType<typeof useAudience> }) {
  const t = useTranslations();
  const { isLoading, error, refetch, lines, isSignupEnabled, setSignup, isNeeded, visitorsMayUpload, setVisitorUploads } = audience;
  if (error !== undefined) {
    return (
      <div role="alert">
        <Text fz="sm">{t('publish.audience.failed')}</Text>
        <Button mt={8} size="compact-sm" variant="default" onClick={() => void refetch().catch(() => undefined)}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {lines.length === 0 ? null : (
        <div>
          <Text component="h3" fz="sm" fw={600} m={0}>
            {t('publish.audience.title')}
          </Text>
          <ul className={classes.audience}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <Switch
        label={t('publish.signup.label')}
        description={isSignupEnabled ? t('publish.signup.open') : isNeeded ? t('publish.signup.needed') : t('publish.signup.closed')}
        labelPosition="left"
        classNames={{ body: classes.switch, labelWrapper: classes.switchLabel }}
        checked={isSignupEnabled}
        disabled={isLoading}
        onChange={(event) => setSignup(event.currentTarget.checked)}
      />
      <Switch
        label={t('publish.uploads.label')}
        description={visitorsMayUpload ? t('publish.uploads.open') : t('publish.uploads.closed')}
        labelPosition="left"
        classNames={{ body: classes.switch, labelWrapper: classes.switchLabel }}
        checked={visitorsMayUpload}
        disabled={isLoading}
        onChange={(event) => setVisitorUploads(event.currentTarget.checked)}
      />
    </>
  );
}
