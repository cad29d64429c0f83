import { type Actor, InvalidInput, NotFound, newId, storeTime } from '@sayso/core';
import type { Accent, AppDirectory, AppHosts, AppSources, PreviewBuild, PublishedApp } from '@sayso/runtime/ref';
import { isAdminOf } from '../builders/roles.ts';
import type { AppDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import { NoVersionYet } from '../errors.ts';
import { administered, isInstallationAdmin, type Records, within } from '../records/records.ts';
import type { App, FileChange, PublishOptions } from '../ref.ts';
import { changeSettings, NO_HOSTS } from '../settings/settings.ts';
import { changed, type Versions } from '../versions/versions.ts';

/** A preview of one version and the token with which its frame acts for the builder. */
export interface PreviewSession {
  readonly build: PreviewBuild;
  readonly token: string;
  readonly expiresAt: string;
  readonly frameUrl: string;
}

/** Previews and publishes versions. */
export class Publishing {
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #versions: Versions;
  /** How many clients of this node subscribe to an app's builds, by its id. */
  readonly #watchers = new Map<string, number>();

  constructor(context: AppsContext, records: Records, versions: Versions) {
    this.#context = context;
    this.#records = records;
    this.#versions = versions;
  }

  /** Read by the runtime host; unpublished and deleted apps are null. */
  readonly directory: AppDirectory = {
    published: async (slug) => {
      const found = this.#toPublished(await this.#context.collections.apps.findOne({ slug, deletedAt: null }));
      if (found !== null) await this.#records.addresses.served(slug);
      return found;
    },
    hosts: async (appId) => {
      const app = await this.#context.collections.apps.findOne({ _id: appId, deletedAt: null });
      return app === null ? NO_HOSTS : hostsOf(app);
    },
    publishedAt: async (domain) => {
      const owner = await this.#context.collections.domains.findOne({ _id: domain.toLowerCase() });
      const app = owner && (await this.#records.find(owner.appId));
      // The app's settings decide: an interrupted claim is not served.
      return app?.settings['customDomain'] === owner?._id ? this.#toPublished(app) : null;
    },
  };

  async publish(actor: Actor, appId: string, { versionId, isSignupEnabled }: PublishOptions): Promise<AppDocument> {
    const app = await this.#records.own(actor, appId, { inApp: 'Apps are published' });
    const given = isSignupEnabled === undefined ? {} : { isSignupEnabled };
    /** Throws `InvalidInput` for changes that the other settings rule out. */
    const settingsOf = ({ settings }: AppDocument) =>
      within('settings', changeSettings(settings, { changes: given, isAdmin: isInstallationAdmin(actor), isPublished: true }), given);
    settingsOf(app);
    const sources = await this.#sources(app, versionId);
    const publishing = newId();
    await this.#context.collections.apps.updateOne({ _id: appId }, { $set: { publishing } });
    const { buildId } = await this.#context.needs.runtime.publish(sources);
    const published = { versionId: sources.versionId, buildId, at: storeTime(), mainPage: sources.mainPage };
    const changes = { published, publishing: null, status: 'active', slugFixed: true, updatedAt: published.at };
    for (;;) {
      const now = await this.#records.own(actor, appId);
      // Concurrently published again or unpublished: the newest request wins, however long this one took.
      if (now.publishing !== publishing) return now;
      const { slug } = now;
      await this.#records.addresses.give(now, slug);
      // The slug may have changed concurrently: then the new one has to be assigned first.
      const live = await this.#records.compareAndSet(appId, { slug, publishing }, { ...settingsOf(now), ...changes });
      if (live) return live;
    }
  }

  async unpublish(actor: Actor, appId: string): Promise<AppDocument> {
    await this.#records.own(actor, appId);
    return this.#records.update(appId, { published: null, publishing: null, status: 'draft', updatedAt: storeTime() });
  }

  /** Builds the preview of the current version after each change of it, not before the first one. */
  async *builds(appId: string, changes: AsyncIterable<App>): AsyncIterable<PreviewBuild> {
    let last: string | null = null;
    this.#watchers.set(appId, (this.#watchers.get(appId) ?? 0) + 1);
    try {
      for await (const { currentVersionId, settings, deletedAt } of changes) {
        const shown = JSON.stringify([currentVersionId, settings.mainPage]);
        if (last !== null && last !== shown && deletedAt === null && currentVersionId !== null) {
          const app = await this.#records.find(appId);
          // The caller that starts a failed build gets its error; the next change is another build.
          const build = app && (await this.#build(app).catch(() => null));
          if (build !== null) yield build;
        }
        last = shown;
      }
    } finally {
      const left = (this.#watchers.get(appId) ?? 1) - 1;
      if (left === 0) this.#watchers.delete(appId);
      else this.#watchers.set(appId, left);
    }
  }

  /** Precompiles a change while it is being stored, if a client of this node subscribes to the app's builds. */
  async precompile(app: AppDocument, changes: readonly FileChange[]): Promise<void> {
    if (!this.#watchers.has(app._id) || app.currentVersionId === null) return;
    const { files, ...about } = await this.#sources(app);
    await this.#context.needs.runtime.preview({ ...about, files: changed(files, changes) });
  }

  async startPreview(actor: Actor, appId: string, options: { versionId?: string; headers: Headers }): Promise<PreviewSession> {
    const app = await this.#records.own(actor, appId, { role: 'view' });
    if (actor.kind !== 'account') throw new NotFound('The app');
    const { accounts, runtime } = this.#context.needs;
    const sources = await this.#sources(app, options.versionId);
    const [build, session] = await Promise.all([runtime.preview(sources), accounts.session(options.headers)]);
    const claims = {
      appId,
      accountId: actor.id,
      admin: isAdminOf(actor, administered(app)),
      sessionId: session?.id ?? null,
      isPreview: true,
      ...(build.versionId === app.currentVersionId ? {} : { readsOnly: true }),
    };
    return { build, ...(await accounts.mintAppToken(claims)), frameUrl: runtime.frameUrl(appId) };
  }

  /** The colour of the buttons of the published version. */
  async accent({ _id: appId, published, style }: AppDocument): Promise<Accent | null> {
    const { 'globals.css': globals = '' } = published ? await this.#versions.files(appId, published.versionId, ['globals.css']) : {};
    return this.#context.needs.runtime.accent({ globals, button: style.buttonBackgroundColor });
  }

  /** Where people use the app. */
  url(app: Pick<AppDocument, 'slug' | 'settings'>): string {
    const domain = app.settings['customDomain'];
    return typeof domain === 'string' ? `https://${domain}` : this.#context.needs.runtime.appUrl(app.slug);
  }

  /**
   * Parses an address, which must be on the app's own origin or its custom domain: no other origin may receive a log-in code. One that is
   * no page of the published version becomes the start page.
   */
  async ownPage(app: AppDocument, address: string): Promise<URL> {
    // The origin of a `blob:` URL is that of its content.
    const url = URL.canParse(address) && /^https?:/i.test(address) ? new URL(address) : null;
    const own = [this.#context.needs.runtime.appUrl(app.slug), this.url(app)].map((one) => new URL(one).origin);
    if (!url || !own.includes(url.origin)) {
      throw new InvalidInput(`This log-in link does not lead to ${app.name}.`, [
        { path: 'nextUrl', message: "is not on the app's own address" },
      ]);
    }
    url.username = '';
    url.password = '';
    // Clients of another product complete their log-in there.
    if (url.pathname === '/login' && url.searchParams.has('from_url')) return url;
    const { versionId = null, mainPage = null } = app.published ?? {};
    const files = versionId === null ? {} : await this.#versions.files(app._id, versionId);
    if (!this.#context.needs.runtime.isPage({ files, mainPage, appId: app._id, slug: app.slug }, url.pathname)) url.pathname = '/';
    return url;
  }

  #toPublished(app: AppDocument | null): PublishedApp | null {
    if (!app?.published || app.status !== 'active') return null;
    const { _id: appId, slug, name, style, settings } = app;
    return {
      appId,
      slug,
      name,
      description: descriptionOf(app),
      logoUrl: style.logoUrl,
      url: this.url(app),
      buildId: app.published.buildId,
      isSignupEnabled: settings.isSignupEnabled,
      hosts: hostsOf(app),
      hideBuildAI: style.hideBuildAI,
    };
  }

  async #build(app: AppDocument): Promise<PreviewBuild> {
    return this.#context.needs.runtime.preview(await this.#sources(app));
  }

  async #sources(app: AppDocument, versionId?: string): Promise<AppSources> {
    const id = versionId ?? app.currentVersionId;
    if (id === null) throw new NoVersionYet();
    const { _id: appId, name, settings } = app;
    return { appId, versionId: id, name, mainPage: settings.mainPage, files: await this.#versions.files(appId, id) };
  }
}

/** What its pages may reach besides the app; null for an app of an earlier release whose builder has not chosen. */
function hostsOf({ settings }: AppDocument): AppHosts | null {
  const hosts = settings['hosts'] as AppHosts | undefined;
  return hosts === undefined ? null : { ...NO_HOSTS, ...hosts };
}

/** The app's description, or the texts that a plain app was saved with. */
function descriptionOf({ description, props }: AppDocument): string {
  const texts = [description, props?.['header'], props?.['texts']];
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? '';
}
