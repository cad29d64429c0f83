import { translator } from '../../i18n/language.ts';
/** An error in the app, as the frame reports it. */
export interface FrameError {
  readonly title: string;
  readonly details: string;
  readonly componentName: string;
  readonly scope: 'component' | 'page' | 'app' | 'api';
  readonly file: string | null;
  readonly line: number | null;
}

/** A place in the app's files, as the frame states it. */
export interface PickedPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** How many elements of the page are drawn by it. */
  readonly count: number;
}

/** The row that an element shows; without an id, the table. */
export interface PickedRow {
  readonly table: string;
  readonly id: string | null;
}

/** An element that the builder has pointed at. */
export interface PickedElement {
  /** Where it is written, then the elements around it; at least one, at most 8. */
  readonly places: readonly PickedPlace[];
  readonly row: PickedRow | null;
}

/** A point of the frame, in its own pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Messages of the frame. Its origin is opaque, so only its window and the nonce identify it. */
export type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'app-error'; readonly error: FrameError }
  | { readonly type: 'app-changed-url'; readonly path: string; readonly page: string | null }
  | { readonly type: 'send-chat-message'; readonly content: string }
  | { readonly type: 'rendered'; readonly buildId: string }
  | { readonly type: 'picked'; readonly id: string; readonly element: PickedElement | null }
  | { readonly type: 'snapshot'; readonly image: string | null };

/** What a message of the frame may cause: `look` shows something, `change` makes the builder's page change the app, `spend` asks the model. */
export type FrameDeed = 'look' | 'change' | 'spend';
/** Generated code can read the nonce. `frame`: no more than that is needed. `question`: the builder asked, once for each. `click`: the person clicked. */
export type FrameNeed = 'frame' | 'question' | 'click';

/** Every message of the frame declares the most that it causes, and what it needs to be heard. */
export const frameRights: Readonly<Record<FrameMessage['type'], { readonly does: FrameDeed; readonly needs: FrameNeed }>> = {
  ready: { does: 'look', needs: 'frame' },
  'app-error': { does: 'look', needs: 'frame' },
  'app-changed-url': { does: 'look', needs: 'frame' },
  rendered: { does: 'look', needs: 'frame' },
  picked: { does: 'look', needs: 'question' },
  snapshot: { does: 'change', needs: 'question' },
  'send-chat-message': { does: 'spend', needs: 'click' },
};

/** The role of the person who looks at the preview: people who only view an app change nothing by it. */
export function mayCause({ type }: FrameMessage, mayEdit: boolean): boolean {
  return mayEdit || frameRights[type].does === 'look';
}

export type BuilderMessage =
  | {
      readonly type: 'preview-state-changed';
      readonly manifest: unknown;
      readonly token: string;
      readonly expiresAt: string;
      readonly apiUrl: string;
      readonly page?: string;
    }
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'navigate'; readonly page: string }
  | { readonly type: 'refresh' }
  /** The frame reports again the errors that the app still has or runs into. */
  | { readonly type: 'report-errors' }
  | { readonly type: 'snapshot' }
  | { readonly type: 'select'; readonly isOn: boolean }
  | { readonly type: 'point'; readonly at: Point | { readonly step: 1 | -1 } }
  | { readonly type: 'pick'; readonly id: string; readonly at: Point | null }
  /** Outlines another one of the picked places. */
  | { readonly type: 'choose'; readonly place: { readonly file: string; readonly line: number; readonly column: number } }
  | { readonly type: 'scroll'; readonly x: number; readonly y: number; readonly dx: number; readonly dy: number };

/**
 * What a message of the builder makes the frame do: `look` shows or names something, `act` gives its code the token with which it acts for the
 * person, `picture` takes a picture, which becomes the app's.
 */
export type BuilderDeed = 'look' | 'act' | 'picture';

/** Every message to the frame declares the most that it makes the frame do. One that does not is not sent. */
export const builderRights: Readonly<Record<BuilderMessage['type'], BuilderDeed>> = {
  'preview-state-changed': 'act',
  token: 'act',
  navigate: 'look',
  refresh: 'look',
  'report-errors': 'look',
  snapshot: 'picture',
  select: 'look',
  point: 'look',
  pick: 'look',
  choose: 'look',
  scroll: 'look',
};

/** What is known of the frame and of the person when a message is to be sent. */
export interface Sending {
  /** The frame has answered with the nonce: no other window gets a token. */
  readonly isKnown: boolean;
  readonly mayEdit: boolean;
}

/** Whether the builder's page may send a message to the frame. */
export function maySend({ type }: BuilderMessage, { isKnown, mayEdit }: Sending): boolean {
  if (!Object.hasOwn(builderRights, type)) return false;
  const does = builderRights[type];
  return does === 'look' || (isKnown && (does === 'act' || mayEdit));
}

/** URLs have a length limit; the files beyond it load through their imports. */
const mostPreloads = 100;

/** Fragment of the frame's URL: the nonce, and the files of the build, which the frame requests while its own code loads. */
export function frameFragment(nonce: string, manifest: unknown): string {
  const { entry, modules, css } = (typeof manifest === 'object' && manifest !== null ? manifest : {}) as Record<string, unknown>;
  const addresses = [css, entry, ...Object.values(typeof modules === 'object' && modules !== null ? modules : {})];
  const paths = addresses.flatMap((address) => (URL.canParse(text(address)) ? [new URL(text(address)).pathname] : []));
  return paths.length === 0 ? `nonce=${nonce}` : `nonce=${nonce}&preload=${paths.slice(0, mostPreloads).join(',')}`;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** The name becomes part of the builder's own URL, so only names pass, no paths. */
const pageName = (value: unknown): string | null => (/^[\w-]{1,100}$/.test(text(value)) ? text(value) : null);
const scopes = ['component', 'page', 'app', 'api'] as const;

/**
 * Validates a message from the frame with this nonce; null for any other. The frame runs generated code: nothing in the message is trusted.
 */
export function readFrameMessage(data: unknown, nonce: string): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  if (message['source'] !== 'sayso-preview' || message['nonce'] !== nonce) return null;
  switch (message['type']) {
    case 'ready':
      return { type: 'ready' };
    case 'rendered':
      return { type: 'rendered', buildId: text(message['buildId']) };
    case 'app-changed-url':
      return { type: 'app-changed-url', path: text(message['path']), page: pageName(message['page']) };
    case 'send-chat-message':
      return text(message['content']).trim() === ''
        ? null
        : { type: 'send-chat-message', content: text(message['content']).slice(0, 4_000) };
    case 'snapshot':
      return {
        type: 'snapshot',
        image: /^data:image\/(webp|png|jpeg);base64,/.test(text(message['image'])) ? text(message['image']) : null,
      };
    case 'picked':
      return { type: 'picked', id: text(message['id']), element: readPicked(message['element']) };
    case 'app-error':
      return { type: 'app-error', error: readError(message['error']) };
    default:
      return null;
  }
}

const mostPlaces = 8;
const isPosition = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e6;
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function readPicked(value: unknown): PickedElement | null {
  const given = record(value);
  const places = (Array.isArray(given['places']) ? given['places'].slice(0, mostPlaces) : []).flatMap((one: unknown) => {
    const { file, line, column, count } = record(one);
    const path = text(file);
    if (!/^[\w./-]{1,300}$/.test(path) || !isPosition(line) || !isPosition(column)) return [];
    return [{ path, line, column, count: isPosition(count) ? count : 1 }];
  });
  return places.length === 0 ? null : { places, row: readRow(given['row']) };
}

/** The names become part of the builder's own URL, and the server checks them when they are opened. */
function readRow(value: unknown): PickedRow | null {
  const { entity, id } = record(value);
  if (!/^\w{1,100}$/.test(text(entity))) return null;
  if (id === null) return { table: text(entity), id: null };
  return /^[\w-]{1,100}$/.test(text(id)) ? { table: text(entity), id: text(id) } : null;
}

function readError(value: unknown): FrameError {
  const t = translator();
  const error = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const line = error['line'];
  return {
    title: text(error['title']).slice(0, 500) || t('preview.appError'),
    details: text(error['details']).slice(0, 8_000),
    componentName: text(error['componentName']).slice(0, 200),
    scope: scopes.find((scope) => scope === error['scope']) ?? 'app',
    file: textOrNull(error['file']),
    line: typeof line === 'number' && Number.isFinite(line) ? line : null,
  };
}
