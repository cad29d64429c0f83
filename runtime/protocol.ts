import type { PreviewManifest } from './ref.ts';

/** An error in the app, as the builder shows it. De-duplicated by `title` and `componentName`. */
export interface AppError {
  readonly title: string;
  /** The stack, mapped to the app's own files, or details of the failed call. */
  readonly details: string;
  /** `HabitCard` of `components/HabitCard`; empty when no file of the app is known. */
  readonly componentName: string;
  readonly scope: 'component' | 'page' | 'app' | 'api';
  /** Path of the app's file, such as `pages/Home`; null when not known. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** An element that its builder has pointed at. */
export interface PickedElement {
  /** Where it is written, then where the elements around it are, the closest first; at least one, at most 8. */
  readonly places: readonly PickedPlace[];
  /** The row that it shows, or the table when several of its rows have the text; null when no loaded row has it. */
  readonly row: { readonly entity: string; readonly id: string | null } | null;
}
export interface PickedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many elements of the page are drawn by it. */
  readonly count: number;
}

/** A point of the frame's viewport, in CSS pixels; or the element after or before the outlined one. */
export type PointedAt = { readonly x: number; readonly y: number } | { readonly step: 1 | -1 };

/** From the frame to the builder, each with `source: 'sayso-preview'` and the `nonce` of the frame's address. */
export type FrameMessage =
  /** The frame listens; also sent after each reload. The builder answers with `preview-state-changed`. */
  | { readonly type: 'ready' }
  | { readonly type: 'app-error'; readonly error: AppError }
  /** `path` of the app's router, with its query; `page` is null on a path without a page. */
  | { readonly type: 'app-changed-url'; readonly path: string; readonly page: string | null }
  /** The app sends the assistant a message on the builder's behalf. */
  | { readonly type: 'send-chat-message'; readonly content: string }
  /** The frame shows this build. */
  | { readonly type: 'rendered'; readonly buildId: string }
  /** Response to `pick`; null when no element of the app's own code is there. */
  | { readonly type: 'picked'; readonly id: string; readonly element: PickedElement | null }
  /** Response to `snapshot`: a data URL of at most 300,000 characters, or null when a page or a part of it failed, or no picture could be taken. */
  | { readonly type: 'snapshot'; readonly image: string | null };

/** The kinds of messages that the frame hears; others are ignored. */
export const builderMessages: Readonly<Record<BuilderMessage['type'], true>> = {
  'preview-state-changed': true,
  token: true,
  navigate: true,
  refresh: true,
  'report-errors': true,
  snapshot: true,
  select: true,
  point: true,
  pick: true,
  choose: true,
  scroll: true,
};

/** From the builder to the frame, each with `source: 'sayso-builder'` and the same `nonce`. */
export type BuilderMessage =
  /** Shows a build. The page and its state are kept when the frame already shows the app. `page` is a page's name or path. */
  | {
      readonly type: 'preview-state-changed';
      readonly manifest: PreviewManifest;
      readonly token: string;
      readonly expiresAt: string;
      /** Base URL of the app's API calls: the runtime host, without a trailing slash. */
      readonly apiUrl: string;
      readonly page?: string;
    }
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'navigate'; readonly page: string }
  /** Reloads the frame's content. */
  | { readonly type: 'refresh' }
  /** Reports again the errors that the app still has or runs into; its state is kept. */
  | { readonly type: 'report-errors' }
  | { readonly type: 'snapshot' }
  /** While it is on, elements are outlined. The builder's page receives the pointer and the keys, not the frame. */
  | { readonly type: 'select'; readonly isOn: boolean }
  /** Outlines the element at a point. */
  | { readonly type: 'point'; readonly at: PointedAt }
  /** Which element is at a point, or outlined: the frame answers with `picked` and the same `id`. */
  | { readonly type: 'pick'; readonly id: string; readonly at: { readonly x: number; readonly y: number } | null }
  /** Outlines another one of the `places` of the last `picked`, as the chosen element. */
  | { readonly type: 'choose'; readonly place: Pick<PickedPlace, 'file' | 'line' | 'column'> }
  /** Scrolls what is at a point. */
  | { readonly type: 'scroll'; readonly x: number; readonly y: number; readonly dx: number; readonly dy: number };

export type Envelope<Source extends string, Message> = Message & { readonly source: Source; readonly nonce: string };

/** Settings of the frame's client, in a JSON script element with the id `sayso-preview`. */
export interface FrameSettings {
  readonly appId: string;
  readonly builderUrl: string;
}

/** Settings of a published app's client, in a JSON script element with the id `sayso-app`. */
export interface AppPageSettings {
  readonly appId: string;
  readonly slug: string;
  readonly builderUrl: string;
  /** Base URL of the app's API, without a slash at the end. Default: the page's own origin. */
  readonly apiUrl?: string;
  /** Address of the entry module. */
  readonly entry: string;
  readonly watermark: boolean;
}

/** Permissions of visitors (without an account) on a table: read rows, add rows. */
export interface VisitorAccess {
  readonly read: boolean;
  readonly write: boolean;
}

/** A field of a table for the browser: a subset of the JSON schema of its property. */
export interface PropertyDefinition {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: unknown;
  readonly items?: PropertyDefinition;
  readonly properties?: Readonly<Record<string, PropertyDefinition>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ISO 4217 code of a number with the format `currency`. */
  readonly 'x-currency'?: string;
  /** Name of the referenced table: the value is the id of one of its rows. */
  readonly 'x-reference'?: string;
}

export type PermissionValue = 'anonymous' | 'all' | 'creator' | 'admin' | 'none';

/** A table's schema as compiled into the app. */
export interface TableDefinition {
  readonly title?: string;
  readonly 'x-plural'?: string;
  readonly properties: Readonly<Record<string, PropertyDefinition>>;
  readonly required?: readonly string[];
  readonly permissions: { readonly read: PermissionValue; readonly write: PermissionValue };
  /** The tables that fields of this one reference, by name. */
  readonly related?: Readonly<Record<string, TableDefinition>>;
}

/** The effect of permissions on visitors (without an account). */
export function visitorAccess({ read, write }: TableDefinition['permissions']): VisitorAccess {
  return { read: read === 'all' || read === 'anonymous', write: write === 'anonymous' };
}
