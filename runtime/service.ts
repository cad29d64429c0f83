import type { Blobs, HostInfo, Logger } from '@sayso/core';
import { LRUCache } from 'lru-cache';
import { sampleRows } from './codemods/samples.ts';
import { accentOf } from './compile/accent.ts';
import { isBlock } from './compile/allowed.ts';
import { Compiler } from './compile/compiler.ts';
import { CompilerCrashed } from './compile/compiler-process.ts';
import { FILES, filesOf } from './compile/file-addresses.ts';
import { hashOf } from './compile/hash.ts';
import type { Libraries } from './compile/libraries.ts';
import type { PreviewOutput } from './compile/preview.ts';
import type { BuildManifest } from './compile/publish.ts';
import { decoded, publicPaths, servedBytes, servedFiles, servedType } from './compile/served-files.ts';
import { problem } from './compile/sources.ts';
import type { CompilerTasks } from './compile/wire.ts';
import { detectorIds } from './detectors/index.ts';
import type { AppElement, ElementEdit, ElementEdited, ElementPlace } from './elements/element.ts';
import { CompilationFailed, NoSuchBlock } from './errors.ts';
import { withAllowed } from './npm/allowed.ts';
import { Packages } from './npm/packages.ts';
import { isReserved, listPages, resolvePage, rootOf } from './pages.ts';
import type {
  Accent,
  AllowedPackages,
  AppChange,
  AppDirectory,
  AppPage,
  AppSources,
  Changed,
  CompileProblem,
  FilePaths,
  FunctionBundle,
  FunctionDeclaration,
  Inspection,
  Outline,
  PageInfo,
  PageRendering,
  PreviewBuild,
  PreviewManifest,
  PublishedApp,
  RuntimeApi,
  ServerFunction,
} from './ref.ts';
import { affectedPages } from './render/emit.ts';
import { RENDERING, renderIssues } from './render/issues.ts';
import { Renderer, type RenderOutcome } from './render/renderer.ts';
import { sampleTables } from './render/samples.ts';
import type { BringBack, BringBackFiles, VersionReview } from './review/outcome.ts';
import { addressOf, originOf } from './serve/address.ts';
import { type Content, ContentStore, SERVED } from './serve/content.ts';
import { hostsNamedIn } from './serve/hosts.ts';
import { libraryFile } from './serve/libraries.ts';
import { notFoundPage } from './serve/not-found.ts';
import { publishedPage } from './serve/published.ts';
import { type Page, previewShell } from './serve/shell.ts';
import { listTemplates, readPicture, readTemplate } from './templates/index.ts';
import { sampleRow } from './templates/sample.ts';

export interface RuntimeOptions {
  readonly host: HostInfo;
  readonly blobs: Blobs;
  readonly libraries: Libraries;
  readonly log: Logger;
  /** Null when no plugin contributes apps. */
  readonly directory: () => AppDirectory | null;
  /** Of all plugins that contribute them. */
  readonly functions: () => readonly ServerFunction[];
  /** Null when no plugin contributes packages. */
  readonly allowed: () => AllowedPackages | null;
  /** The text with the addresses of uploaded files as paths. */
  readonly filePaths: FilePaths['inText'];
}

/** `m`: JavaScript modules, `c`: style sheets. */
export type FileFolder = 'm' | 'c';
/** `l`: licences, which are a part of `/lib/licenses.txt`. */
const TYPES = { m: 'text/javascript', c: 'text/css', l: 'text/plain' } as const;
const EXTENSIONS = { m: '.js', c: '.css' } as const;
const MAX_LICENCES = 20;
const MAX_LATEST = 50;
/** Of sources that are read, not compiled. */
const NO_VERSION = { versionId: '', name: '', mainPage: null };

/** Compiles apps and serves the output. */
export class RuntimeService implements RuntimeApi {
  readonly #host: HostInfo;
  readonly #libraries: Libraries;
  readonly #log: Logger;
  readonly #content: ContentStore;
  readonly #compiler = new Compiler();
  readonly #renderer = new Renderer();
  readonly #builds = new LRUCache<string, BuildManifest>({ max: 500 });
  /** The latest build of each app, so that concurrent requests share it, and an edit compiles while it is being stored. */
  readonly #latest = new LRUCache<string, { readonly sources: AppSources; readonly build: Promise<PreviewBuild> }>({ max: MAX_LATEST });
  readonly #directory: () => AppDirectory | null;
  readonly #functions: RuntimeOptions['functions'];
  readonly #filePaths: RuntimeOptions['filePaths'];

  readonly #allowed: RuntimeOptions['allowed'];
  /** By the texts besides those of built-in packages. */
  readonly #licences = new LRUCache<string, Content>({ max: MAX_LICENCES });
  readonly packages: Packages;

  constructor({ host, blobs, libraries, log, directory, functions, allowed, filePaths }: RuntimeOptions) {
    this.#allowed = allowed;
    this.packages = new Packages(libraries, (app) => this.#read('specifiers', app));
    this.#host = host;
    this.#directory = directory;
    this.#functions = functions;
    this.#libraries = libraries;
    this.#log = log;
    this.#content = new ContentStore(blobs, log, filePaths);
    this.#filePaths = filePaths;
  }

  prepare(appId: string): void {
    this.#compiler.warm(appId);
    this.#renderer.warm();
  }

  async close(): Promise<void> {
    await Promise.all([this.#compiler.close(), this.#renderer.close(), this.packages.close()]);
    await this.#content.idle();
  }

  libraryExports(specifier: string): readonly string[] | null {
    const { exports } = this.#libraries;
    return Object.hasOwn(exports, specifier) ? (exports[specifier] ?? null) : null;
  }

  readonly templates = listTemplates;
  readonly templatePicture = readPicture;
  readonly template = readTemplate;
  readonly detectorIds = detectorIds;
  readonly renderingId = RENDERING;
  readonly sampleRow = sampleRow;
  readonly sampleRows = sampleRows;

  pages({ files, mainPage }: Pick<AppSources, 'files' | 'mainPage'>): readonly PageInfo[] {
    return listPages(files, mainPage);
  }

  isPage({ files, mainPage, appId, slug }: Parameters<RuntimeApi['isPage']>[0], pathname: string): boolean {
    const isRouted = rootOf(files) !== null || resolvePage({ pages: listPages(files, mainPage), id: appId, slug }, pathname) !== null;
    return isRouted && !isReserved(pathname);
  }

  frameUrl(appId: string): string {
    return `${this.#host.runtimeUrl}/preview/${encodeURIComponent(appId)}`;
  }

  readonly namedHosts = hostsNamedIn;

  accent({ globals, button }: { readonly globals: string; readonly button: string | null }): Accent | null {
    return accentOf(globals, button);
  }

  appUrl(slug: string): string {
    return originOf(slug, this.#host.runtimeUrl);
  }

  async check(sources: AppSources): Promise<readonly CompileProblem[]> {
    return (await this.#compile(await withAllowed(sources, 'preview', this.#allowed()), 'none')).problems;
  }

  async inspect(sources: AppSources): Promise<Inspection> {
    try {
      return await this.#compiler.inspect({ sources, functions: this.#functions() });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      this.#crash(error, sources.appId);
      return { issues: [], repaired: {}, fixes: {} };
    }
  }

  async render(sources: AppSources, changed?: readonly string[]): Promise<PageRendering> {
    const start = performance.now();
    const { findings, pages, status } = await this.#render(sources, changed);
    return { issues: renderIssues(findings), status, pages, milliseconds: Math.round(performance.now() - start) };
  }

  async #render(sources: AppSources, changed: readonly string[] | undefined): Promise<RenderOutcome> {
    try {
      const compiled = await this.#compiler.render({ sources: await withAllowed(sources, 'preview', this.#allowed()) });
      if (compiled === null) return { findings: [], pages: [], status: 'done' };
      const { modules, routes, root } = compiled;
      return await this.#renderer.render({
        modules,
        routes,
        root,
        pages: affectedPages(compiled, changed),
        samples: sampleTables(sources.files),
      });
    } catch (error) {
      this.#log.warn({ err: error, appId: sources.appId }, 'the pages of an app could not be rendered');
      return { findings: [], pages: [], status: 'unavailable' };
    }
  }

  async change({ appId, files }: Pick<AppSources, 'appId' | 'files'>, changes: readonly AppChange[]): Promise<Changed> {
    const sources = { appId, files, ...NO_VERSION };
    try {
      return await this.#compiler.change({ sources, changes });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      this.#crash(error, sources.appId);
      const refusal = { reason: 'unreadable', path: null, line: null } as const;
      return { files: {}, results: changes.map((change) => ({ change, ok: false, refusal })) };
    }
  }

  async review(
    { appId, files }: Pick<AppSources, 'appId' | 'files'>,
    given: Parameters<RuntimeApi['review']>[1],
  ): Promise<VersionReview | null> {
    try {
      return await this.#compiler.review({ sources: { appId, files, ...NO_VERSION }, ...given });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      this.#crash(error, appId);
      return null;
    }
  }

  async bringBack(appId: string, { before, after, current: files }: BringBackFiles, id: string): Promise<BringBack> {
    try {
      return await this.#compiler.bringBack({ sources: { appId, files, ...NO_VERSION }, thing: { before, after, id } });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      this.#crash(error, appId);
      return { stands: false, ways: [] };
    }
  }

  async element({ appId, files }: Pick<AppSources, 'appId' | 'files'>, place: ElementPlace): Promise<AppElement | null> {
    try {
      return await this.#compiler.element({ sources: { appId, files, ...NO_VERSION }, place });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      this.#crash(error, appId);
      return null;
    }
  }

  async editElement({ appId, files }: Pick<AppSources, 'appId' | 'files'>, place: ElementPlace, edit: ElementEdit): Promise<ElementEdited> {
    try {
      return await this.#compiler.editElement({ sources: { appId, files, ...NO_VERSION }, place, edit });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      this.#crash(error, appId);
      return { ok: false, reason: 'unreadable' };
    }
  }

  packageEdition(): string {
    return (this.#allowed()?.list() ?? []).map(({ name, version }) => `${name}@${version}`).join(' ');
  }

  async bundleFunction({ appId, files }: Pick<AppSources, 'appId' | 'files'>, functionName: string): Promise<FunctionBundle> {
    try {
      const sources = await withAllowed(await this.#named({ appId, files, ...NO_VERSION }), 'published', this.#allowed());
      return await this.#compiler.serverFunction({ sources, functionName, filesAt: filesOf(appId, this.#host.runtimeUrl) });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      return { ok: false, problems: [this.#crash(error, appId)] };
    }
  }

  /** Files of versions of earlier releases name uploaded files by the address that the installation had. */
  async #named(sources: AppSources): Promise<AppSources> {
    const named = Object.entries(sources.files).filter(([, text]) => text.includes(FILES));
    if (named.length === 0) return sources;
    const mapped = await Promise.all(named.map(async ([path, text]) => [path, await this.#filePaths(text)] as const));
    return { ...sources, files: { ...sources.files, ...Object.fromEntries(mapped) } };
  }

  functionDeclarations(app: Pick<AppSources, 'appId' | 'files'>): Promise<Readonly<Record<string, FunctionDeclaration>>> {
    return this.#read('declarations', app);
  }

  outlines(app: Pick<AppSources, 'appId' | 'files'>): Promise<Readonly<Record<string, Outline>>> {
    return this.#read('outlines', app);
  }

  /** What a compiler process reads from the syntax of files, by their paths; empty when the app crashes the parser. */
  async #read<Name extends 'declarations' | 'outlines' | 'specifiers'>(
    name: Name,
    { appId, files }: Pick<AppSources, 'appId' | 'files'>,
  ): Promise<CompilerTasks[Name]['output'] | Record<string, never>> {
    try {
      return await this.#compiler[name]({ sources: { appId, files, ...NO_VERSION } });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      this.#crash(error, appId);
      return {};
    }
  }

  async preview(given: AppSources): Promise<PreviewBuild> {
    const sources = await withAllowed(await this.#named(given), 'preview', this.#allowed(), { isUse: true });
    const { appId, versionId } = sources;
    const latest = this.#latest.get(appId);
    const known = latest !== undefined && isSame(latest.sources, sources) ? await latest.build.catch(() => null) : null;
    if (known !== null && this.#hasFiles(known.manifest)) return { ...known, versionId };
    const build = this.#preview(sources);
    this.#latest.set(appId, { sources, build });
    return build;
  }

  async #preview(sources: AppSources): Promise<PreviewBuild> {
    let output = await this.#compile(sources, 'new');
    if (!this.#hasAll(output)) output = await this.#compile(sources, 'all');
    const { entry, modules, css, routes: pages, problems } = output;
    for (const { name, code } of modules) this.#keep('m', name, code);
    if (css !== null) this.#keep('c', css.name, css.text);
    const { appId, versionId } = sources;
    const { stamp } = this.#libraries;
    const served = servedFiles(sources.files);
    for (const { name, text, path } of served)
      if (!this.#content.has(SERVED + name)) this.#content.putSoon(SERVED + name, servedBytes(text), servedType(path) ?? '');
    const publicFiles = Object.entries(publicPaths(served));
    const shown = [entry ?? '', css?.name ?? '', ...publicFiles.flat()];
    const buildId = entry === null ? hashOf(stamp, JSON.stringify(problems)) : hashOf(stamp, ...shown);
    const address = (folder: FileFolder, name: string) => `${this.#host.runtimeUrl}/${folder}/${name}${EXTENSIONS[folder]}`;
    const files = modules.filter(({ key }) => key !== '');
    const manifest = {
      appId,
      buildId,
      entry: entry === null ? null : address('m', entry),
      css: css === null ? '' : address('c', css.name),
      modules: Object.fromEntries(files.map(({ key, name }) => [key, address('m', name)])),
      hashes: Object.fromEntries(files.map(({ key, hash }) => [key, hash])),
      pages,
      problems,
      ...(publicFiles.length > 0 && {
        publicFiles: Object.fromEntries(publicFiles.map(([path, name]) => [path, `${this.#host.runtimeUrl}/c/${name}`])),
      }),
    };
    return { id: buildId, versionId, manifest, pages, problems };
  }

  async publish(given: AppSources): Promise<{ readonly buildId: string }> {
    const sources = await withAllowed(await this.#named(given), 'published', this.#allowed(), { isUse: true });
    const files = Object.entries(sources.files).sort(([a], [b]) => (a < b ? -1 : 1));
    const buildId = hashOf(this.#libraries.stamp, sources.mainPage ?? '', ...files.flat());
    if ((await this.#build(buildId)) !== null) return { buildId };
    const output = await this.#compiler.publish({ sources }).catch((error: unknown) => {
      throw error instanceof CompilerCrashed ? new CompilationFailed([this.#crash(error, sources.appId)]) : error;
    });
    if (!output.ok) throw new CompilationFailed(output.problems);
    const served = servedFiles(sources.files);
    const publicFiles = publicPaths(served);
    await Promise.all([
      ...served.map(({ name, text, path }) => this.#content.put(SERVED + name, servedBytes(text), servedType(path) ?? '')),
      ...output.files.map(({ name, code }) => this.#store('m', name, code)),
      this.#store('c', output.manifest.css, output.css),
      output.manifest.notices === undefined ? null : this.#store('l', output.manifest.notices, output.notices),
    ]);
    // Write the manifest last: it marks the build as complete.
    const manifest = Object.keys(publicFiles).length === 0 ? output.manifest : { ...output.manifest, publicFiles };
    await this.#content.put(buildKey(buildId), JSON.stringify(manifest), 'application/json');
    this.#builds.set(buildId, manifest);
    return { buildId };
  }

  async exportProject(given: AppSources, slug: string): Promise<Uint8Array> {
    const sources = await withAllowed(given, 'preview', this.#allowed());
    const { builderUrl, runtimeUrl: apiUrl } = this.#host;
    const address = { appId: sources.appId, slug, builderUrl, apiUrl };
    const output = await this.#compiler.project({ sources, address }).catch((error: unknown) => {
      throw error instanceof CompilerCrashed ? new CompilationFailed([this.#crash(error, sources.appId)]) : error;
    });
    if (!output.ok) throw new CompilationFailed(output.problems);
    return output.zip;
  }

  async eject(sources: AppSources, block: string): Promise<AppSources['files']> {
    if (!isBlock(block, this.#libraries.exports)) throw new NoSuchBlock(block);
    try {
      return await this.#compiler.eject({ sources, block });
    } catch (error) {
      throw error instanceof CompilerCrashed ? new CompilationFailed([this.#crash(error, sources.appId)]) : error;
    }
  }

  /** The preview's shell. */
  async shell(appId: string): Promise<Page> {
    const hosts = (await this.#directory()?.hosts?.(appId)) ?? null;
    return previewShell({ appId, hosts }, this.#host, this.#libraries);
  }

  /** Whether a request is for the runtime host itself rather than for an app's own origin. */
  isBase(host: string | undefined): boolean {
    return addressOf(host, this.#host.runtimeUrl).kind === 'base';
  }

  /** The page of the app at `host`. */
  async page(host: string | undefined, url: string, languages?: string): Promise<AppPage> {
    const app = await this.appAt(host);
    const build = app === null ? null : await this.#build(app.buildId);
    if (app === null || build === null) return notFoundPage({ host, languages, ...this.#host });
    return publishedPage(app, build, { host: this.#host, libraries: this.#libraries, pathname: url.split('?')[0] ?? '/' });
  }

  /** A file of `public` of the app at `host`; null when the path names none. */
  async publicFile(host: string | undefined, url: string): Promise<{ readonly content: Content; readonly name: string } | null> {
    const path = decoded(url.split('?')[0] ?? '/');
    if (servedType(path) === undefined) return null;
    const app = await this.appAt(host);
    const { publicFiles = {} } = (app === null ? null : await this.#build(app.buildId)) ?? {};
    const name = Object.hasOwn(publicFiles, path) ? publicFiles[path] : undefined;
    const content = name === undefined ? null : await this.#content.find(SERVED + name);
    return name === undefined || content === null ? null : { content, name };
  }

  /** A file that is served as it is, by the last part of its address; null when there is none. */
  served(file: string): Promise<Content | null> {
    const isName = /^[\w-]{20}\.\w+$/.test(file) && servedType(file) !== undefined;
    return isName ? this.#content.find(SERVED + file) : Promise.resolve(null);
  }

  /** A module or style sheet by the last part of its address; null when there is none. */
  file(folder: FileFolder, file: string): Promise<Content | null> {
    const extension = EXTENSIONS[folder];
    const name = file.endsWith(extension) ? file.slice(0, -extension.length) : '';
    return /^[\w-]{20}$/.test(name) ? this.#content.find(`${folder}/${name}`) : Promise.resolve(null);
  }

  /** The licences of what the app at `host` has: those of built-in packages and of allowed ones; on the runtime host, of all allowed ones. */
  async licences(host: string | undefined): Promise<Content | null> {
    const builtIn = await libraryFile('licenses.txt');
    const more = this.isBase(host) ? ((await this.#allowed()?.notices()) ?? '') : await this.#noticesAt(host);
    if (builtIn === null || more === '') return builtIn;
    const known = this.#licences.get(more);
    const content = known ?? { identity: Buffer.concat([builtIn.identity, Buffer.from(`\n${more}`)]) };
    this.#licences.set(more, content);
    return content;
  }

  async #noticesAt(host: string | undefined): Promise<string> {
    const app = await this.appAt(host);
    const build = app === null ? null : await this.#build(app.buildId);
    const content = build?.notices === undefined ? null : await this.#content.find(`l/${build.notices}`);
    return content?.identity.toString('utf8') ?? '';
  }

  async appAt(host: string | null | undefined): Promise<PublishedApp | null> {
    const address = addressOf(host ?? undefined, this.#host.runtimeUrl);
    const directory = this.#directory();
    if (directory === null || address.kind === 'base') return null;
    return address.kind === 'slug' ? directory.published(address.slug) : directory.publishedAt(address.domain);
  }

  async stoodIn(buildId: string): Promise<readonly string[]> {
    return (await this.#build(buildId))?.stoodIn ?? [];
  }

  async #build(buildId: string): Promise<BuildManifest | null> {
    const known = this.#builds.get(buildId);
    if (known !== undefined) return known;
    const content = await this.#content.get(buildKey(buildId));
    if (content === null) return null;
    const manifest = JSON.parse(content.identity.toString('utf8')) as BuildManifest;
    this.#builds.set(buildId, manifest);
    return manifest;
  }

  async #compile(sources: AppSources, content: 'new' | 'all' | 'none'): Promise<PreviewOutput> {
    try {
      return await this.#compiler.preview({ sources, content });
    } catch (error) {
      if (!(error instanceof CompilerCrashed)) throw error;
      const routes = listPages(sources.files, sources.mainPage);
      return { entry: null, modules: [], css: null, routes, problems: [this.#crash(error, sources.appId)] };
    }
  }

  #crash({ file, message }: CompilerCrashed, appId: string): CompileProblem {
    this.#log.warn({ appId, file, reason: message }, 'A compiler process ended on an app');
    return problem(file ?? '', 'This is nested too deeply, or takes too long, to be compiled. Break it into smaller pieces.');
  }

  #hasFiles({ entry, css, modules }: PreviewManifest): boolean {
    const urls = [...(entry === null ? [] : [entry]), ...(css === '' ? [] : [css]), ...Object.values(modules)];
    return urls.every((url) => this.#content.has(url.slice(this.#host.runtimeUrl.length + 1).replace(/\.\w+$/, '')));
  }

  #hasAll({ modules, css }: PreviewOutput): boolean {
    if (css !== null && css.text === null && !this.#content.has(`c/${css.name}`)) return false;
    return modules.every(({ name, code }) => code !== null || this.#content.has(`m/${name}`));
  }

  #keep(folder: FileFolder, name: string, text: string | null): void {
    const key = `${folder}/${name}`;
    if (text !== null && !this.#content.has(key)) this.#content.putSoon(key, text, TYPES[folder]);
  }

  #store(folder: keyof typeof TYPES, name: string, text: string): Promise<void> {
    return this.#content.put(`${folder}/${name}`, text, TYPES[folder]);
  }
}

/** Whether two versions compile to the same build. */
function isSame(one: AppSources, other: AppSources): boolean {
  const paths = Object.keys(one.files);
  return (
    one.mainPage === other.mainPage &&
    paths.length === Object.keys(other.files).length &&
    paths.every((path) => one.files[path] === other.files[path])
  );
}

function buildKey(buildId: string): string {
  return `builds/${buildId}`;
}
