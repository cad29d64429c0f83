import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { MessageSquare } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConnected } from '../../lib/connection.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { FailedNote } from '../../ui/FailedNote.tsx';
import { type Behind, BehindNote } from './BehindNote.tsx';
import { BuildProgress, type BuildStep } from './BuildProgress.tsx';
import { PreviewFrame, type PreviewFrameProps } from './PreviewFrame.tsx';
import classes from './PreviewPane.module.css';
import type { Preview, PreviewSession } from './usePreviewSession.ts';

export type Device = 'desktop' | 'tablet' | 'mobile';

const sizes: Readonly<Record<Device, readonly [width: number, height: number] | null>> = {
  desktop: null,
  tablet: [768, 1024],
  mobile: [375, 667],
};

interface PreviewPaneProps extends Omit<PreviewFrameProps, 'session'> {
  readonly preview: Preview;
  readonly device: Device;
  /** The app has a version. */
  readonly hasVersion: boolean;
  /** Progress of the first version while it is written; null when no turn is running. */
  readonly progress: BuildStep | null;
  /** What is said while packages that the app needs are fetched; null otherwise. Default: null. */
  readonly fetching?: string | null;
  /** Instruction while there is no version. */
  readonly hint: string;
  /** Focuses the composer. */
  readonly onStartChat: () => void;
  /** The version that the preview should show. */
  readonly versionId: string | null;
  /** The code panel has unsaved changes. */
  readonly hasUnsaved: boolean;
  readonly onShowCode: () => void;
}

/** Milliseconds for the app to render before an error is shown. */
const renderTimeout = 12_000;
/** Milliseconds for the frame to answer before it is loaded again, twice as many each time: the server may be starting, or the network slow. */
const answerTimeout = 5_000;
const attempts = 4;

/** The app on the chosen device; before its first build, the progress. */
export function PreviewPane(props: PreviewPaneProps) {
  const t = useTranslations();
  const { preview, device, hasVersion, progress, fetching = null, hint, onStartChat, versionId, hasUnsaved, onShowCode, ...frame } = props;
  const { ref, width, height } = useElementSize();
  const { session, error, restart } = preview;
  const [attempt, setAttempt] = useState(0);
  const [isReady, setIsReady] = useState(false);
  const [isDrawn, setIsDrawn] = useState(false);
  const [isSilent, setIsSilent] = useState(false);
  const [drawnBuildId, setDrawnBuildId] = useState<string | null>(null);
  const size = sizes[device];
  // A device that does not fit is scaled down rather than cropped.
  const scale = size === null || width === 0 ? 1 : Math.min(1, (width - 32) / size[0], (height - 32) / size[1]);

  const isOpening = session !== null && !isDrawn;
  useEffect(() => {
    if (!isOpening) return;
    const retries = attempt % attempts;
    const isLast = isReady || retries === attempts - 1;
    const next = () => (isLast ? setIsSilent(true) : setAttempt(attempt + 1));
    const timer = window.setTimeout(next, isReady ? renderTimeout : answerTimeout * 2 ** retries);
    return () => window.clearTimeout(timer);
  }, [isOpening, isReady, attempt]);
  const tryAgain = () => {
    setIsSilent(false);
    setIsReady(false);
    setAttempt((Math.floor(attempt / attempts) + 1) * attempts);
    restart();
  };
  // Retries what failed during an outage once the connection is back.
  const isConnected = useConnected();
  const onBack = useEffectEvent(() => {
    if (isSilent || error !== null) tryAgain();
  });
  useEffect(() => {
    if (isConnected) onBack();
  }, [isConnected]);
  const onDrawn = () => {
    setIsDrawn(true);
    setIsSilent(false);
  };

  const behind = session === null ? null : behindBy({ build: session.build, drawnBuildId, versionId, hasUnsaved });

  return (
    <section className={classes.root} aria-label={t('preview.title')}>
      {isDrawn && error === null && behind !== null ? (
        <BehindNote key={behind} behind={behind} fetching={fetching} onShowCode={onShowCode} />
      ) : null}
      <div className={classes.stage} ref={ref}>
        {session === null ? null : (
          <div
            className={classes.device}
            data-device={device}
            style={size === null ? undefined : { width: size[0], height: size[1], transform: `scale(${scale})` }}
          >
            <PreviewFrame
              key={attempt}
              session={session}
              {...frame}
              onReady={() => setIsReady(true)}
              onRendered={(buildId) => {
                onDrawn();
                setDrawnBuildId(buildId);
                frame.onRendered?.(buildId);
              }}
              onError={(problem) => {
                onDrawn();
                frame.onError(problem);
              }}
            />
          </div>
        )}
        {isDrawn && session !== null ? null : (
          <div className={classes.before}>
            <Before
              hasVersion={hasVersion}
              progress={progress}
              fetching={fetching}
              error={isSilent ? t('preview.silent') : error}
              hint={hint}
              onRestart={tryAgain}
              onStartChat={onStartChat}
            />
          </div>
        )}
        {isDrawn && session !== null && error !== null ? (
          <div className={classes.failure} role="alert">
            <span>{error}</span>
            <Button size="compact-sm" variant="default" onClick={restart}>
              {t('common.tryAgain')}
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}

interface BehindInput {
  readonly build: PreviewSession['build'];
  readonly drawnBuildId: string | null;
  readonly versionId: string | null;
  readonly hasUnsaved: boolean;
}

/** Why the preview is stale; null while it shows the current code. */
function behindBy({ build, drawnBuildId, versionId, hasUnsaved }: BehindInput): Behind | null {
  const isFailed = build.problems.some(({ severity }) => severity === 'error');
  if (drawnBuildId !== null && drawnBuildId !== build.id && isFailed) return 'failed';
  if (hasUnsaved) return 'unsaved';
  return drawnBuildId !== null && (drawnBuildId !== build.id || build.versionId !== versionId) ? 'building' : null;
}

interface BeforeProps {
  readonly hasVersion: boolean;
  readonly progress: BuildStep | null;
  readonly fetching: string | null;
  readonly error: string | null;
  readonly hint: string;
  readonly onRestart: () => void;
  readonly onStartChat: () => void;
}

/** Placeholder for the frame until there is a build. */
function Before({ hasVersion, progress, fetching, error, hint, onRestart, onStartChat }: BeforeProps) {
  const t = useTranslations();
  if (progress !== null && !hasVersion) return <BuildProgress step={progress} />;
  if (error !== null) {
    return (
      <div className={classes.note}>
        <FailedNote title={t('preview.failed')} error={error} onRetry={onRestart} />
      </div>
    );
  }
  if (hasVersion) return <BuildProgress step={{ label: fetching ?? t('preview.opening'), share: 1 }} />;
  return (
    <div className={classes.note}>
      <EmptyNote icon={MessageSquare} title={t('preview.nothing')} description={hint}>
        <Button variant="default" onClick={onStartChat}>
          {t('common.goToChat')}
        </Button>
      </EmptyNote>
    </div>
  );
}
