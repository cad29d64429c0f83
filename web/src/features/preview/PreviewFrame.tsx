import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { randomId } from '../../lib/id.ts';
import classes from './PreviewFrame.module.css';
import {
  type BuilderMessage,
  type FrameError,
  type FrameMessage,
  frameFragment,
  frameRights,
  mayCause,
  maySend,
  type PickedElement,
  type PickedPlace,
  type Point,
  readFrameMessage,
} from './protocol.ts';
import { SelectLayer } from './select/SelectLayer.tsx';
import type { PreviewSession } from './usePreviewSession.ts';

export interface Selecting {
  /** What is selected, as the frame has named it: the frame outlines it. */
  readonly chosen: PickedPlace | null;
  /** The builder has pointed at something, and the frame has yet to say at what. */
  readonly onAsked: () => void;
  /** The element of a drawn build that is there; null when the frame names none. */
  readonly onPicked: (element: PickedElement | null, buildId: string) => void;
  readonly onEnd: () => void;
}

export interface PreviewFrameProps {
  readonly title: string;
  /** Whether the person may change the app: only then messages of the frame change it or ask the assistant. Default: false. */
  readonly mayEdit?: boolean;
  readonly session: PreviewSession;
  /** Name of the page to show; null leaves it to the app. */
  readonly page: string | null;
  /** Each new number reloads the app in the frame. */
  readonly refreshes: number;
  /** Each new number has the frame report again the errors that remain. */
  readonly checks?: number;
  readonly onPage: (page: string | null, path: string) => void;
  readonly onError: (error: FrameError) => void;
  /** The frame has answered; rendering follows. */
  readonly onReady?: () => void;
  /** A build has rendered. */
  readonly onRendered?: (buildId: string) => void;
  readonly onChatMessage: (content: string) => void;
  readonly onSnapshot: (image: string) => void;
  /** While given, the builder points at elements of the app instead of using it. */
  readonly selecting?: Selecting | null;
}

/** Milliseconds from rendering to the thumbnail, so that the app's data and images have loaded. */
const snapshotPause = 1_500;

/** Milliseconds between two messages sent by the app: as long as browsers keep the user activation of a click. */
const clickPause = 5_000;

/** Milliseconds for the frame to say which element is at a point. */
const pickTimeout = 2_000;

/**
 * The app under construction, in a sandboxed frame of another origin without access to this one. The token is posted only to the window
 * that answered with the nonce; the target origin is `*` because a sandboxed origin is opaque.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, session, page, refreshes, checks = 0, selecting = null, mayEdit = false } = props;
  const isSelecting = selecting !== null;
  const frame = useRef<HTMLIFrameElement>(null);
  const [nonce] = useState(randomId);
  // Constant: another URL would navigate the frame.
  const [src] = useState(() => `${session.frameUrl}#${frameFragment(nonce, session.build.manifest)}`);
  const isKnown = useRef(false);
  const isFirst = useRef(true);
  const sent = useRef<{ build: string; token: string } | null>(null);
  const framePage = useRef<string | null>(null);
  const drawn = useRef<string | null>(null);
  const pictureTimer = useRef(0);
  const pictured = useRef<string | null>(null);
  const lastAsked = useRef(Number.NEGATIVE_INFINITY);
  /** The question that the frame may answer, once. Generated code can read it, but cannot make the builder's page ask. */
  const question = useRef<string | null>(null);
  /** The frame was asked for a picture and has sent none since. */
  const isPictureDue = useRef(false);

  const post = useCallback(
    (message: BuilderMessage) => {
      if (!maySend(message, { isKnown: isKnown.current, mayEdit })) return;
      frame.current?.contentWindow?.postMessage({ ...message, source: 'sayso-builder', nonce }, '*');
    },
    [nonce, mayEdit],
  );
  const show = useEffectEvent((isRestart: boolean) => {
    const { build, token, expiresAt, frameUrl } = session;
    if (!isRestart && sent.current?.build === build.id) {
      if (sent.current.token !== token) post({ type: 'token', token });
    } else {
      const state = { manifest: build.manifest, token, expiresAt, apiUrl: new URL(frameUrl).origin };
      const start = isFirst.current && page !== null ? { page } : {};
      isFirst.current = false;
      post({ type: 'preview-state-changed', ...state, ...start });
    }
    sent.current = { build: build.id, token };
  });

  /** Generated code may spend the builder's messages only right after a click or key press of theirs, and once for each. */
  const isClicked = (now: number): boolean => {
    if (!navigator.userActivation.isActive || now - lastAsked.current < clickPause) return false;
    lastAsked.current = now;
    return true;
  };
  const isAsked = (message: FrameMessage): boolean => {
    if (message.type === 'picked') return message.id === question.current;
    const isDue = isPictureDue.current;
    isPictureDue.current = false;
    return isDue;
  };
  /** By what `frameRights` declares of the message. */
  const isPermitted = (message: FrameMessage, now: number): boolean => {
    if (!mayCause(message, mayEdit)) return false;
    const { needs } = frameRights[message.type];
    return needs === 'frame' || (needs === 'click' ? isClicked(now) : isAsked(message));
  };
  const onDrawn = (buildId: string) => {
    drawn.current = buildId;
    if (isSelecting) post({ type: 'select', isOn: true });
    props.onRendered?.(buildId);
    if (!mayEdit || pictured.current === buildId || buildId !== session.build.id) return;
    pictured.current = buildId;
    window.clearTimeout(pictureTimer.current);
    pictureTimer.current = window.setTimeout(() => {
      isPictureDue.current = true;
      post({ type: 'snapshot' });
    }, snapshotPause);
  };

  const onAnswer = (element: PickedElement | null) => {
    question.current = null;
    selecting?.onPicked(element, drawn.current ?? '');
  };
  const onPick = (at: Point | null) => {
    const id = randomId();
    question.current = id;
    selecting?.onAsked();
    post({ type: 'pick', id, at });
    window.setTimeout(() => {
      if (question.current === id) onAnswer(null);
    }, pickTimeout);
  };

  const receive = useEffectEvent((event: MessageEvent) => {
    if (event.source === null || event.source !== frame.current?.contentWindow) return;
    const message = readFrameMessage(event.data, nonce);
    if (message === null || !isPermitted(message, event.timeStamp)) return;
    switch (message.type) {
      case 'ready':
        isKnown.current = true;
        props.onReady?.();
        show(true);
        break;
      case 'rendered':
        onDrawn(message.buildId);
        break;
      case 'app-changed-url':
        framePage.current = message.page;
        props.onPage(message.page, message.path);
        break;
      case 'app-error':
        props.onError(message.error);
        break;
      case 'send-chat-message':
        props.onChatMessage(message.content);
        break;
      case 'picked':
        onAnswer(message.element);
        break;
      case 'snapshot':
        if (message.image !== null) props.onSnapshot(message.image);
        break;
    }
  });

  // In the commit that adds the frame: nothing that it posts is missed.
  useLayoutEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    window.addEventListener('message', listener);
    return () => {
      window.removeEventListener('message', listener);
      window.clearTimeout(pictureTimer.current);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new session is shown
  useEffect(() => {
    if (isKnown.current) show(false);
  }, [session]);
  useEffect(() => {
    if (isKnown.current && page !== null && page !== framePage.current) post({ type: 'navigate', page });
  }, [page, post]);
  useEffect(() => {
    if (isKnown.current) post({ type: 'select', isOn: isSelecting });
    question.current = null;
  }, [isSelecting, post]);
  const chosen = selecting?.chosen ?? null;
  useEffect(() => {
    if (chosen !== null) post({ type: 'choose', place: { file: chosen.path, line: chosen.line, column: chosen.column } });
  }, [chosen, post]);
  const seen = useRef(refreshes);
  useEffect(() => {
    if (seen.current === refreshes) return;
    seen.current = refreshes;
    post({ type: 'refresh' });
  }, [refreshes, post]);
  const checked = useRef(checks);
  useEffect(() => {
    if (checked.current === checks) return;
    checked.current = checks;
    post({ type: 'report-errors' });
  }, [checks, post]);

  return (
    <>
      <iframe
        ref={frame}
        className={classes.frame}
        title={title}
        src={src}
        sandbox="allow-scripts allow-forms allow-popups allow-modals allow-downloads"
        allow="clipboard-write; fullscreen"
        tabIndex={isSelecting ? -1 : undefined}
      />
      {selecting === null ? null : <SelectLayer post={post} onPick={onPick} onEnd={selecting.onEnd} />}
    </>
  );
}
