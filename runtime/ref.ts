import { extensionPoint, serviceRef } from '@sayso/core';
import type { AppChange, Changed } from './codemods/changes.ts';

export type { AppChange, Changed, ChangeResult, FieldSchema, RefusalReason } from './codemods/changes.ts';

/** All of one version that the compiler and the preview need. */
export interface AppSources {
  readonly appId: string;
  readonly versionId: string;
  readonly name: string;
  /** The builder's choice of a main page, if any. */
  readonly mainPage: string | null;
  /** Path → text: `pages/Home`, `components/Card`, `services/stats`, `entities/Habit.json`, `layout`, `globals.css`; no other extensions. */
  readonly files: Readonly<Record<string, string>>;
}

export interface CompileProblem {
  readonly path: string;
  /** From 1; null when the problem has no place. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

export interface PageInfo {
  readonly name: string;
  /** The page name lower-cased with dashes removed. */
  readonly path: string;
  readonly isMain: boolean;
}

/** What the preview frame runs; the builder passes `manifest` on by message without reading it. */
export interface PreviewBuild {
  /** Hash of everything that the frame runs. */
  readonly id: string;
  readonly versionId: string;
  readonly manifest: PreviewManifest;
  readonly pages: readonly PageInfo[];
  readonly problems: readonly CompileProblem[];
}

export interface PreviewManifest {
  readonly appId: string;
  readonly buildId: string;
  /** Address of the module that mounts the app: its URL changes with anything it imports. Null when the app does not compile. */
  readonly entry: string | null;
  /** Address of the style sheet; empty when the app does not compile. */
  readonly css: string;
  /** Path of each of the app's files → address of its module. */
  readonly modules: Readonly<Record<string, string>>;
  /**
   * Path of each of the app's files → hash of its own text, whatever it imports. Where two builds differ in one hash alone, the module of
   * that file is the only new one it takes. Files that import each other in a circle change theirs together.
   */
  readonly hashes: Readonly<Record<string, string>>;
  readonly pages: readonly PageInfo[];
  readonly problems: readonly CompileProblem[];
}

/** A published app as the runtime host serves it. */
export interface PublishedApp {
  readonly appId: string;
  readonly slug: string;
  readonly name: string;
  /** The app's description; empty when there is none. */
  readonly description: string;
  /** Address of an image, or a path on the app's own origin. Default: none. */
  readonly logoUrl?: string | null;
  /** The address that people use, such as a custom domain. Default: the origin of the slug. */
  readonly url?: string;
  /** From `RuntimeApi.publish`. */
  readonly buildId: string;
  readonly isSignupEnabled: boolean;
  /** Leaves out the small "Made with Sayso". Default false. */
  readonly hideBuildAI?: boolean;
}

/** The colour of an app's buttons on light and on dark pages, as `#rrggbb`. */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

/** What the runtime host must know of apps. Without it none is published. */
export interface AppDirectory {
  /** By the slug of the app's own origin; null when there is none or it is not published. */
  published(slug: string): Promise<PublishedApp | null>;
  /** By a custom domain. */
  publishedAt(domain: string): Promise<PublishedApp | null>;
}

/** A complete app to begin with, as the gallery shows it. */
export interface TemplateSummary {
  /** Of its folder, such as `todo-board`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Name of a Lucide icon. */
  readonly icon: string;
  /** Words of requests that it fits, in lower case. */
  readonly words: readonly string[];
}

export interface TemplateRows {
  readonly table: string;
  /** With placeholders: `RuntimeApi.sampleRow` makes them rows. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface Template extends TemplateSummary {
  /** As `AppSources.files`. */
  readonly files: Readonly<Record<string, string>>;
  /** Sample rows, tables before those that refer to them. */
  readonly rows: readonly TemplateRows[];
}

export interface RuntimeApi {
  /** Transforms what changed, links and styles; never throws for faults of the app: they are `problems`. */
  preview(sources: AppSources): Promise<PreviewBuild>;
  /** Changes of an app by syntax, one after the other; each is made whole or refused with its reason. Stores nothing. */
  change(app: Pick<AppSources, 'appId' | 'files'>, changes: readonly AppChange[]): Promise<Changed>;
  /** As `preview`, without keeping anything: what a turn or an edit checks before it becomes a version. */
  check(sources: AppSources): Promise<readonly CompileProblem[]>;
  /** Bundles, splits by page and minifies into the blobs. Throws `CompilationFailed` (`App compilation failed: …`). */
  publish(sources: AppSources): Promise<{ readonly buildId: string }>;
  /** Pages in the order of the specification's page resolution, the main page marked. */
  pages(sources: Pick<AppSources, 'files' | 'mainPage'>): readonly PageInfo[];
  /** Whether the path is a page of the app, by the specification's page resolution. */
  isPage(app: Pick<AppSources, 'files' | 'mainPage' | 'appId'> & { readonly slug: string }, pathname: string): boolean;
  /** The colour of the app's buttons: `button`, a CSS colour, else what `globals.css` comes to on the kit; null when that is no colour. */
  accent(app: { readonly globals: string; readonly button: string | null }): Accent | null;
  /** Address of the preview shell of an app, on the runtime host. */
  frameUrl(appId: string): string;
  /** Address of a published app's own origin. */
  appUrl(slug: string): string;
  /** The published app that answers to this `Host` header, on its own origin or its custom domain; null for the runtime host itself. */
  appAt(host: string | null): Promise<PublishedApp | null>;
  /**
   * The files of an app with the source of a data block (`table` of `@/components/blocks/table`) as a component of the app, which its files
   * import from then on. Throws `NoSuchBlock`, or `CompilationFailed` when the compiler dies of a file.
   */
  eject(sources: AppSources, block: string): Promise<AppSources['files']>;
  templates(): Promise<readonly TemplateSummary[]>;
  /** Null for a name that no template has. */
  template(name: string): Promise<Template | null>;
  /** A JPEG of 800 × 500 pixels; null for a name that no template has, and for a template without a picture. */
  templatePicture(name: string): Promise<Uint8Array | null>;
  /** A template's sample row as it is inserted: dates relative to `now`; `ids` are those of the rows that were inserted before, by table. */
  sampleRow(
    row: Readonly<Record<string, unknown>>,
    context: { readonly now: Date; readonly ids: Readonly<Record<string, readonly string[]>> },
  ): Record<string, unknown>;
}

export const runtimeRef = serviceRef<RuntimeApi>('runtime');

/** The plugin that has the apps adds their directory. */
export const appDirectory = extensionPoint<AppDirectory>(runtimeRef, 'apps', { limit: 1, neededToServe: true });
