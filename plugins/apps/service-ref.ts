import type { Actor } from '@sayso/core';
import type { PreviewBuild } from '@sayso/runtime/ref';
import type { AppAccess } from './access.ts';
import type { Bundle } from './bundle.ts';
import type { PreviewSession } from './publishing.ts';
import type { App, AppsApi, CreateApp, FileChange, Version } from './ref.ts';
import type { Thumbnails } from './thumbnails.ts';

/** A manual change of files. Without `baseVersionId` it applies to the current version. */
export interface EditFiles {
  readonly appId: string;
  readonly baseVersionId?: string;
  /** The first one names the version. A path without a folder means the only file of that name. */
  readonly changes: readonly FileChange[];
  readonly act: 'Edited' | 'Deleted';
}

/** A data block whose source becomes a component of the app. */
export interface EjectBlock {
  readonly appId: string;
  readonly baseVersionId: string;
  /** `table` for `@/components/blocks/table`. */
  readonly block: string;
}

export interface EjectedBlock {
  readonly version: Version;
  /** Of the block's own file, such as `components/DataTable`. */
  readonly path: string;
}

/** A whole app, as `POST /api/apps` sends it. */
export interface SaveApp extends CreateApp {
  readonly appId?: string;
  /** Kinds of files that the given files replace as a whole; other kinds and the users' schema stay. */
  readonly replaces?: readonly string[];
  readonly mainPage?: string;
  readonly props?: Readonly<Record<string, unknown>>;
}

/** The service behind `appsRef` with what only this plugin's own edges call. Every method checks its actor. */
export interface AppsService extends AppsApi {
  readonly access: AppAccess;
  readonly thumbnails: Thumbnails;
  save(actor: Actor, input: SaveApp): Promise<App>;
  /** Code: admins, and the owners of space apps. Tables: the owner. */
  editFiles(actor: Actor, input: EditFiles): Promise<Version>;
  /** As one version. For those who edit code. */
  ejectBlock(actor: Actor, input: EjectBlock): Promise<EjectedBlock>;
  startPreview(actor: Actor, appId: string, options: { versionId?: string; headers: Headers }): Promise<PreviewSession>;
  bundle(actor: Actor, appId: string, versionId?: string): Promise<Bundle>;
  /** Yields the app now and after each change, its deletion included. */
  changes(actor: Actor, appId: string, signal: AbortSignal): Promise<AsyncIterable<App>>;
  /** Yields the preview of the current version after each change of it, not before the first one. */
  builds(actor: Actor, appId: string, signal: AbortSignal): Promise<AsyncIterable<PreviewBuild>>;
  url(app: App): string;
  /** Permanently removes apps that were deleted 30 days ago. */
  purge(signal: AbortSignal): Promise<void>;
}
