import { type Actor, InvalidInput, NotFound } from '@sayso/core';
import type { AppDirectory, AppSources, PreviewBuild, PublishedApp } from '@sayso/runtime/ref';
import type { AppDocument } from './collections.ts';
import type { AppsContext } from './context.ts';
import { NoVersionYet } from './errors.ts';
import type { Records } from './records.ts';
import type { Versions } from './versions.ts';

/** A preview of one version and the token with which its frame speaks for the builder. */
export interface PreviewSession {
  readonly build: PreviewBuild;
  readonly token: string;
  readonly expiresAt: string;
  readonly frameUrl: string;
}

/** From versions to what people run: the preview, and the app's own origin. */
export class Publishing {
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #versions: Versions;

  constructor(context: AppsContext, records: Records, versions: Versions) {
    this.#context = context;
    this.#records = records;
    this.#versions = versions;
  }

  /** What the runtime host asks; unpublished and deleted apps are not there. */
  readonly directory: AppDirectory = {
    published: async (slug) => toPublished(await this.#context.collections.apps.findOne({ slug, deletedAt: null })),
    publishedAt: async (domain) => {
      const owner = await this.#context.collections.domains.findOne({ _id: domain.toLowerCase() });
      return owner && toPublished(await this.#records.find(owner.appId));
    },
  };

  async publish(actor: Actor, appId: string, versionId?: string): Promise<AppDocument> {
    const app = await this.#records.own(actor, appId);
    const sources = await this.#sources(app, versionId);
    const { buildId } = await this.#context.needs.runtime.publish(sources);
    const published = { versionId: sources.versionId, buildId, at: new Date().toISOString(), mainPage: sources.mainPage };
    const changes = { published, status: 'active', slugFixed: true, updatedAt: published.at };
    for (;;) {
      const { slug } = await this.#records.own(actor, appId);
      await this.#records.addresses.give(appId, slug);
      // Another address was chosen meanwhile: that one has to be given first.
      const live = await this.#records.compareAndSet(appId, { slug }, changes);
      if (live) return live;
    }
  }

  async unpublish(actor: Actor, appId: string): Promise<AppDocument> {
    await this.#records.own(actor, appId);
    return this.#records.update(appId, { published: null, status: 'draft', updatedAt: new Date().toISOString() });
  }

  async startPreview(actor: Actor, appId: string, options: { versionId?: string; headers: Headers }): Promise<PreviewSession> {
    const app = await this.#records.own(actor, appId);
    if (actor.kind !== 'account') throw new NotFound('The app');
    const { accounts, runtime } = this.#context.needs;
    const sources = await this.#sources(app, options.versionId);
    const [build, session] = await Promise.all([runtime.preview(sources), accounts.session(options.headers)]);
    const claims = { appId, accountId: actor.id, admin: true, sessionId: session?.id ?? null };
    return { build, ...(await accounts.mintAppToken(claims)), frameUrl: runtime.frameUrl(appId) };
  }

  /** Where people use the app. */
  url(app: Pick<AppDocument, 'slug' | 'settings'>): string {
    const domain = app.settings['customDomain'];
    return typeof domain === 'string' ? `https://${domain}` : this.#context.needs.runtime.appUrl(app.slug);
  }

  /** Whether an address lies on the app's own origin, or on its custom domain: nobody else may be handed a log-in code. */
  checkOwnAddress(app: AppDocument, address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : null;
    const own = [this.#context.needs.runtime.appUrl(app.slug), this.url(app)].map((one) => new URL(one).origin);
    if (!url || !own.includes(url.origin)) {
      throw new InvalidInput(`This log-in link does not lead to ${app.name}.`, [
        { path: 'nextUrl', message: "is not on the app's own address" },
      ]);
    }
    return url;
  }

  async #sources(app: AppDocument, versionId?: string): Promise<AppSources> {
    const id = versionId ?? app.currentVersionId;
    if (id === null) throw new NoVersionYet();
    const { _id: appId, name, settings } = app;
    return { appId, versionId: id, name, mainPage: settings.mainPage, files: await this.#versions.files(appId, id) };
  }
}

function toPublished(app: AppDocument | null): PublishedApp | null {
  if (!app?.published || app.status !== 'active') return null;
  const { _id: appId, slug, name, description, settings } = app;
  return { appId, slug, name, description, buildId: app.published.buildId, isSignupEnabled: settings.isSignupEnabled };
}
