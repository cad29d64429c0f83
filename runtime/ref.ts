import { extensionPoint, serviceRef } from '@sayso/core';
import type { AppChange, Changed, FieldSchema, SampleOptions } from './codemods/changes.ts';

import type { AppElement, ElementEdit, ElementEdited, ElementPlace } from './elements/element.ts';
import type { FetchedPackage, PackageOutcome, SharedPackage } from './npm/bundle.ts';
import type { BringBack, BringBackFiles, VersionReview } from './review/outcome.ts';

export type { AppChange, Changed, ChangeResult, FieldSchema, RefusalReason, SampleOptions, TableView } from './codemods/changes.ts';
export type { AppElement, ElementEdit, ElementEdited, ElementPlace, ElementRefusal, StyleProperty } from './elements/element.ts';
export type {
  FetchedPackage,
  PackageBundle,
  PackageFacts,
  PackageOutcome,
  PackageRefusal,
  SharedPackage,
} from './npm/bundle.ts';
export type { BringBack, ChangeLine, ThingKind, VanishedThing, VersionReview } from './review/outcome.ts';

/** The input of the compiler and the preview: one version of an app. */
export interface AppSources {
  readonly appId: string;
  readonly versionId: string;
  readonly name: string;
  /** The builder's choice of a main page, if any. */
  readonly mainPage: string | null;
  /**
   * Path → text: `pages/Home`, `components/Card`, `services/stats`, `hooks/use-cart`, `layout`, `App` without extensions; with them
   * `entities/Habit.json`, `globals.css` and assets such as `data/plans.json`, `App.css` and `assets/logo.svg`. Pictures are data URLs.
   */
  readonly files: Readonly<Record<string, string>>;
}

export interface CompileProblem {
  readonly path: string;
  /** From 1; null when the problem has no position. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** A mistake in an app. */
export interface AppIssue {
  readonly message: string;
  /** Path of the file, such as `pages/Home` or `entities/Habit.json`; empty for the whole app. */
  readonly componentName: string;
  readonly detectorId: string;
  /** `error`: a page fails when it is shown. `warning`: it works, but not as intended. */
  readonly severity: 'error' | 'warning';
  /** From 1; null when the issue has no position. */
  readonly line: number | null;
}

/** Mistakes that the compiler accepts, and the files after the repairs that have one possible answer. */
export interface Inspection {
  /** At most 100. */
  readonly issues: readonly AppIssue[];
  /** Path → new text, of repaired files only. */
  readonly repaired: Readonly<Record<string, string>>;
  /** Path → number of repairs. */
  readonly fixes: Readonly<Record<string, number>>;
}

/** What rendering the pages of an app found. */
export interface PageRendering {
  readonly issues: readonly AppIssue[];
  /** `partial`: time ran out, or the app ended its process too often. `unavailable`: no page could be rendered; that says nothing about the app. */
  readonly status: 'done' | 'partial' | 'unavailable';
  /** Names of the pages that were rendered. */
  readonly pages: readonly string[];
  readonly milliseconds: number;
}

/** What the rest of an app needs to know of a file. */
export interface Outline {
  /** Exports with their parameters, the types of their props, or the fields of a table; null when nothing can be said. */
  readonly signature: string | null;
  /** Paths of the app's files that it imports. */
  readonly imports: readonly string[];
}

/** What a server function asks for by its exported constants. Nothing of it takes effect before the builder allows it. */
export interface FunctionDeclaration {
  /** Cron expression of five fields; null: no schedule. */
  readonly schedule: string | null;
  /** Of the schedule; default `UTC`. */
  readonly timeZone: string;
  /** Changes of rows that start it. */
  readonly on: readonly { readonly entity: string; readonly change: 'created' | 'updated' | 'deleted' }[];
  /** Whether its `entities` are to be those of the app instead of those that its caller may see. */
  readonly asApp: boolean;
  /** Names of servers that it calls: those of its constant, then those that its code and what it imports name. */
  readonly hosts: readonly string[];
  /** Names of variables that its file reads. */
  readonly variables: readonly string[];
  /** Paths of its file and of the files of the app that it imports. */
  readonly files: readonly string[];
}

/** What the file of a function asks for by itself. */
export type OwnDeclaration = Omit<FunctionDeclaration, 'files'>;

/** A server function as one module that exports `run(call)`; see `functions/guest/guest.ts` for what it is given and what it answers. */
export type FunctionBundle =
  | { readonly ok: true; readonly code: string /** Source map. */; readonly map: string; readonly declaration: OwnDeclaration }
  | { readonly ok: false; readonly problems: readonly CompileProblem[] };

export interface PageInfo {
  readonly name: string;
  /** The page name lower-cased with dashes removed. */
  readonly path: string;
  readonly isMain: boolean;
  /** The path of the app's own router, such as `/products/:id`; only in apps with a root (`rootOf`). */
  readonly address?: string;
}

/** The build that the preview frame runs; the builder forwards it by message without reading it. */
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
  /** Address of the module that mounts the app: its URL changes with any of its transitive imports. Null when the app does not compile. */
  readonly entry: string | null;
  /** Address of the style sheet; empty when the app does not compile. */
  readonly css: string;
  /** Path of each of the app's files → address of its module. */
  readonly modules: Readonly<Record<string, string>>;
  /**
   * Path of each of the app's files → hash of its own text, without its imports. If two builds differ in one hash only, the frame needs
   * only the new module of that file. The hashes of files in an import cycle change together.
   */
  readonly hashes: Readonly<Record<string, string>>;
  readonly pages: readonly PageInfo[];
  readonly problems: readonly CompileProblem[];
  /** Addresses of the files of `public`, by their paths at the root of the app: `/logo.png`. Absent: none. */
  readonly publicFiles?: Readonly<Record<string, string>>;
}

/** What a page of an app loads from other hosts: `pictures` are media of all kinds, `styles` style sheets and fonts. */
export const HOST_KINDS = ['scripts', 'styles', 'pictures', 'frames', 'calls'] as const;
export type HostKind = (typeof HOST_KINDS)[number];
/** The hosts that an app may reach, such as `api.example.com` and `*.example.com`; `*` among `pictures`: all. */
export type AppHosts = Readonly<Record<HostKind, readonly string[]>>;

const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])(?::(\d{1,5}))?$/;
const MAX_PORT = 65_535;

/** Whether a setting may name a host: all hosts for pictures only, which people name in rows. */
export function isHost(kind: HostKind, host: string): boolean {
  if (kind === 'pictures' && host === '*') return true;
  const found = host.length <= 253 ? HOST.exec(host) : null;
  const port = Number(found?.[1] ?? MAX_PORT);
  return found !== null && port > 0 && port <= MAX_PORT;
}

/** A host that the code of an app names. */
export interface NamedHost {
  readonly kind: HostKind;
  readonly host: string;
  /** A file that names it. */
  readonly path: string;
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
  /** What the builder allowed; null: an app of an earlier release, which may show pictures and frames of all hosts. */
  readonly hosts?: AppHosts | null;
  /** Leaves out the small "Made with Sayso". Default false. */
  readonly hideBuildAI?: boolean;
}

/** The colour of an app's buttons on light and on dark pages, as `#rrggbb`. */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

/** Lookup of published apps for the runtime host. Without a contribution no app is published. */
export interface AppDirectory {
  /** By the slug of the app's own origin; null when there is none or it is not published. */
  published(slug: string): Promise<PublishedApp | null>;
  /** By a custom domain. */
  publishedAt(domain: string): Promise<PublishedApp | null>;
  /** What the builder of an app allowed, for its preview; null as in `PublishedApp`. Default: null. */
  hosts?(appId: string): Promise<AppHosts | null>;
}

/** A template as the gallery shows it. */
export interface TemplateSummary {
  /** The name of its folder, such as `todo-board`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Name of a Lucide icon. */
  readonly icon: string;
  /** Words of matching requests, in lower case. */
  readonly words: readonly string[];
}

export interface TemplateRows {
  readonly table: string;
  /** With placeholders, which `RuntimeApi.sampleRow` replaces. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface Template extends TemplateSummary {
  /** As `AppSources.files`. */
  readonly files: Readonly<Record<string, string>>;
  /** Sample rows, tables before those that reference them. */
  readonly rows: readonly TemplateRows[];
}

/** A page as it is sent. */
export interface AppPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: 200 | 404;
}

export interface RuntimeApi {
  /** Starts the compiler of an app that will soon be compiled: it ends after a minute without work, and takes 0.2 s to start. */
  prepare(appId: string): void;
  /** Compiles the changed files, links and styles; reports errors of the app as `problems` instead of throwing. */
  preview(sources: AppSources): Promise<PreviewBuild>;
  /** Applies codemods in sequence; each is applied completely or refused with a reason. Stores nothing. */
  change(app: Pick<AppSources, 'appId' | 'files'>, changes: readonly AppChange[]): Promise<Changed>;
  /** What a version changed, and what it lacks though the request did not ask for that. Null when its code crashes the parser. */
  review(
    app: Pick<AppSources, 'appId' | 'files'>,
    given: { readonly before: AppSources['files']; readonly request: string },
  ): Promise<VersionReview | null>;
  /** Ways to make a vanished thing of a version stand again. Stores nothing. */
  bringBack(appId: string, files: BringBackFiles, id: string): Promise<BringBack>;
  /** The element of an app's file at a place; null when none begins there. */
  element(app: Pick<AppSources, 'appId' | 'files'>, place: ElementPlace): Promise<AppElement | null>;
  /** Edits one element by its span; stores nothing. */
  editElement(app: Pick<AppSources, 'appId' | 'files'>, place: ElementPlace, edit: ElementEdit): Promise<ElementEdited>;
  /** As `preview`, without storing anything: for a turn or an edit before it becomes a version. */
  check(sources: AppSources): Promise<readonly CompileProblem[]>;
  /** Runs the detectors and the deterministic repairs of `runtime/detectors`; stores nothing. Finds nothing in an app that crashes the parser. */
  inspect(sources: AppSources): Promise<Inspection>;
  /**
   * Renders each page in a process without network, files and environment, once with empty tables and once with sample rows. Given `changed`
   * paths, only pages that load one of them. Renders nothing of an app that does not compile. Never throws.
   */
  render(sources: AppSources, changed?: readonly string[]): Promise<PageRendering>;
  /** The id of the issues that `render` finds. */
  readonly renderingId: string;
  /** Bundles `functions/<name>` of an app, with the packages that an administrator allowed. Stores nothing. */
  bundleFunction(app: Pick<AppSources, 'appId' | 'files'>, name: string): Promise<FunctionBundle>;
  /** What the server functions of an app ask for, by their paths; read from their syntax. Empty for an app that crashes the parser. */
  functionDeclarations(app: Pick<AppSources, 'appId' | 'files'>): Promise<Readonly<Record<string, FunctionDeclaration>>>;
  /** The outlines of an app's files, by their paths. Empty for an app that crashes the parser. */
  outlines(app: Pick<AppSources, 'appId' | 'files'>): Promise<Readonly<Record<string, Outline>>>;
  readonly packages: RuntimePackages;
  /** Changes with the packages that an administrator allows, and so with what `bundleFunction` makes. */
  packageEdition(): string;
  /** The ids of the detectors that `inspect` runs. */
  readonly detectorIds: readonly string[];
  /** The names that a library exports to apps, such as `@/components/ui/button`; null for one that there is not. */
  libraryExports(specifier: string): readonly string[] | null;
  /** Bundles, splits by page and minifies into the blobs. Throws `CompilationFailed` (`App compilation failed: …`). */
  publish(sources: AppSources): Promise<{ readonly buildId: string }>;
  /** The pages in the order of the specification's page resolution, with the main page marked. */
  pages(sources: Pick<AppSources, 'files' | 'mainPage'>): readonly PageInfo[];
  /** Whether the path is a page of the app, by the specification's page resolution. */
  isPage(app: Pick<AppSources, 'files' | 'mainPage' | 'appId'> & { readonly slug: string }, pathname: string): boolean;
  /** The other hosts that the code of an app names. */
  namedHosts(files: AppSources['files']): readonly NamedHost[];
  /** The colour of the app's buttons: `button`, a CSS colour, else that of `globals.css` on the kit's theme; null for an invalid colour. */
  accent(app: { readonly globals: string; readonly button: string | null }): Accent | null;
  /** Address of the preview shell of an app, on the runtime host. */
  frameUrl(appId: string): string;
  /** Address of a published app's own origin. */
  appUrl(slug: string): string;
  /** The page of a published app at an address of its own origin, or that for a host without an app, in one of `languages` (Accept-Language). */
  page(host: string | undefined, url: string, languages?: string): Promise<AppPage>;
  /** The published app that answers to this `Host` header, on its own origin or its custom domain; null for the runtime host itself. */
  appAt(host: string | null): Promise<PublishedApp | null>;
  /** The packages for which a published build has stand-ins, by name; empty for an unknown build. */
  stoodIn(buildId: string): Promise<readonly string[]>;
  /**
   * Copies the source of a data block (`table` of `@/components/blocks/table`) into the app as a component, and rewrites the app's imports
   * to it. Throws `NoSuchBlock`, or `CompilationFailed` when the compiler crashes on a file.
   */
  eject(sources: AppSources, block: string): Promise<AppSources['files']>;
  /**
   * The app as a project that Vite builds on its own and that calls this server: a zip with one folder, named by `slug`. The same version
   * gives the same bytes. Throws `CompilationFailed`.
   */
  exportProject(sources: AppSources, slug: string): Promise<Uint8Array>;
  templates(): Promise<readonly TemplateSummary[]>;
  /** Null for an unknown name. */
  template(name: string): Promise<Template | null>;
  /** A JPEG of 800 × 500 pixels; null for an unknown name and for a template without a picture. */
  templatePicture(name: string): Promise<Uint8Array | null>;
  /** Resolves the placeholders of a sample row: dates relative to `now`; `ids` are those of the rows inserted so far, by table. */
  sampleRow(
    row: Readonly<Record<string, unknown>>,
    context: { readonly now: Date; readonly ids: Readonly<Record<string, readonly string[]>> },
  ): Record<string, unknown>;
  /**
   * Realistic rows that fit the JSON schema of a table; the same input makes the same rows. Leaves out pictures, colours, texts with a
   * pattern, and lists that are not required.
   */
  sampleRows(schema: FieldSchema, options: SampleOptions): Record<string, unknown>[];
}

/** Packages of npm besides those that are built in. */
export interface RuntimePackages {
  /** Modules of Node → packages that are the same for browsers. A bundle uses those that are among its packages. */
  readonly equivalents: Readonly<Record<string, string>>;
  /** The version of a package that apps can import without being allowed; null for all others. Empty for a stand-in of our own. */
  builtIn(name: string): Promise<string | null>;
  /** The names of packages that the code of an app imports and that are not built in, by its syntax. Empty for an app that crashes the parser. */
  importedBy(app: Pick<AppSources, 'appId' | 'files'>): Promise<readonly string[]>;
  /**
   * Bundles the first of the packages with the others that it needs, in a process with limits of time and memory. Runs none of their code.
   * `allowed`: packages whose modules it shares instead of having a copy. Rejects with the reason of `signal`.
   */
  bundle(
    packages: readonly FetchedPackage[],
    given: { readonly allowed: readonly SharedPackage[]; readonly signal?: AbortSignal },
  ): Promise<PackageOutcome>;
}

/** For the plugin that has the packages that an administrator allowed. */
export interface AllowedPackages {
  /** Those that apps can import. Asked for each compile, so answered from memory. */
  list(): readonly AllowedPackage[];
  /** The bundle of a package as JSON of `PackageBundle`; null when it was removed meanwhile. */
  bundle(name: string, edition: BundleEdition): Promise<string | null>;
  /** The licences of all of them, with their texts. */
  notices(): Promise<string>;
  /** Names of packages that are fetched when an app imports them, without those of `list`. Empty where none are. */
  usual(): readonly string[];
  /**
   * Fetches these of the usual packages for an app. Resolves when each is there or refused, or after a while, when it arrives later: with a
   * sentence for each that is not there, why.
   */
  obtain(names: readonly string[], appId: string): Promise<ReadonlyMap<string, string>>;
  /** An app was compiled that imports these. */
  used(appId: string, names: readonly string[], edition: BundleEdition): void;
}
/** Minified for previews; as modules that publishing bundles with the app. */
export type BundleEdition = 'preview' | 'published';
export interface AllowedPackage {
  readonly name: string;
  readonly version: string;
  /** Other allowed packages that it imports. */
  readonly uses: readonly string[];
}

export const runtimeRef = serviceRef<RuntimeApi>('runtime');

/** A function on the server that generated code imports, as the detectors check its calls. */
export interface ServerFunction {
  /** The module that exports it, such as `@/integrations/Core`. */
  readonly module: string;
  readonly name: string;
  /** Without which the server refuses the call. */
  readonly required: readonly string[];
  /** All that it takes. */
  readonly parameters: readonly string[];
}

export interface ServerFunctions {
  list(): readonly ServerFunction[];
}

export const allowedPackages = extensionPoint<AllowedPackages>(runtimeRef, 'packages', { limit: 1 });

/** For plugins whose functions apps call. */
export const serverFunctions = extensionPoint<ServerFunctions>(runtimeRef, 'functions');

/** What the plugin that stores the files of apps knows of them. */
export interface FilePaths {
  /** The text with the addresses of files that the installation has as paths, which lead to them on every origin of it. */
  inText(text: string): Promise<string>;
}

/** For the plugin that stores files: builds of earlier releases name them by the address that the installation had. */
export const filePaths = extensionPoint<FilePaths>(runtimeRef, 'files', { limit: 1 });

/** The plugin that owns the apps contributes their lookup. */
export const appDirectory = extensionPoint<AppDirectory>(runtimeRef, 'apps', { limit: 1 });

const FUNCTIONS = 'functions/';
const PLAIN_NAME = /^[A-Za-z][\w-]{0,63}$/;
/** Below folders, as in `commerce/admin-orders`; only their last part is a function. */
const NESTED_NAME = /^(?=.{1,200}$)[A-Za-z][\w-]{0,63}(?:\/[A-Za-z][\w-]{0,63}){1,5}$/;

/**
 * Path of a function's file; null when there is none of that name. A function below folders has a folder of its own, so that files which other
 * functions import are none: `commerce/orders` is `functions/commerce/orders/entry`.
 */
export function functionPath(name: string, files: Readonly<Record<string, string>>): string | null {
  if (!isFunctionName(name)) return null;
  const path = PLAIN_NAME.test(name) ? FUNCTIONS + name : `${FUNCTIONS}${name}/entry`;
  return Object.hasOwn(files, path) ? path : null;
}

export function isFunctionName(name: string): boolean {
  return PLAIN_NAME.test(name) || NESTED_NAME.test(name);
}

/** The name of the function at a path; null for a file that is none. */
export function functionAt(path: string): string | null {
  if (!path.startsWith(FUNCTIONS)) return null;
  const inner = path.slice(FUNCTIONS.length);
  if (PLAIN_NAME.test(inner)) return inner;
  const folder = inner.endsWith('/entry') ? inner.slice(0, -'/entry'.length) : '';
  return NESTED_NAME.test(folder) ? folder : null;
}

/**
 * The function that an address names, whose name may have several of its parts: the longest that there is. What follows is for the function
 * itself. Without any, the first part.
 */
export function functionInAddress(
  first: string,
  rest: string,
  files: Readonly<Record<string, string>>,
): { readonly name: string; readonly rest: string } {
  const parts = rest.split('/');
  for (let count = parts.length; count > 0; count -= 1) {
    const name = [first, ...parts.slice(0, count)].join('/');
    if (functionPath(name, files) !== null) return { name, rest: parts.slice(count).join('/') };
  }
  return { name: first, rest };
}
