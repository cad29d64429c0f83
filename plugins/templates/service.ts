import type { App } from '@sayso/apps/ref';
import { type Actor, NotFound, newId, storeNow } from '@sayso/core';
import type { Template } from '@sayso/runtime/ref';
import type { TemplatesContext } from './config.ts';
import type { ListedTemplate, Picture, ShareTemplate, TemplatesApi } from './ref.ts';
import { SharedTemplates } from './shared/shared.ts';

export class TemplatesService implements TemplatesApi {
  readonly #needs: TemplatesContext['needs'];
  readonly #shared: SharedTemplates;

  constructor(context: TemplatesContext) {
    this.#needs = context.needs;
    this.#shared = new SharedTemplates(context);
  }

  async list(): Promise<ListedTemplate[]> {
    const own = (await this.#needs.runtime.templates()).map(({ name, title, description }) => {
      return { name, title, description, pictureUrl: `/api/templates/${name}/picture`, shared: null };
    });
    return [...(await this.#shared.list()), ...own.sort((a, b) => a.title.localeCompare(b.title, 'en'))];
  }

  async createApp(actor: Actor, name: string): Promise<App> {
    const { apps, runtime } = this.#needs;
    const shared = await this.#shared.createApp(actor, name);
    if (shared !== null) return shared;
    const template = await runtime.template(name);
    if (template === null) throw new NotFound('The template');
    const { title, description, files } = template;
    const app = await apps.create(actor, { name: title, description, files });
    try {
      await this.#addRows(actor, app.id, template);
      return app;
    } catch (error) {
      await apps.remove(actor, app.id);
      throw error;
    }
  }

  async picture(name: string): Promise<Picture> {
    const shared = await this.#shared.picture(name);
    if (shared !== null) return shared;
    const bytes = await this.#needs.runtime.templatePicture(name);
    if (bytes === null) throw new NotFound('The picture');
    return { bytes, type: 'image/jpeg' };
  }

  sharedOf(actor: Actor, appId: string): Promise<ListedTemplate | null> {
    return this.#shared.of(actor, appId);
  }

  share(actor: Actor, input: ShareTemplate): Promise<ListedTemplate> {
    return this.#shared.share(actor, input);
  }

  unshare(actor: Actor, appId: string): Promise<void> {
    return this.#shared.unshare(actor, appId);
  }

  removeApp(appId: string): Promise<void> {
    return this.#shared.removeApp(appId);
  }

  /** In the order of the tables: rows may reference those of earlier tables. */
  async #addRows(actor: Actor, appId: string, { rows }: Template): Promise<void> {
    const { entities, runtime } = this.#needs;
    const now = new Date(storeNow());
    const ids: Record<string, readonly string[]> = {};
    for (const { table, rows: samples } of rows) {
      const ready = samples.map((row) => runtime.sampleRow(row, { now, ids }));
      ids[table] = (await entities.createMany(actor, { appId, entity: table, rows: 'draft' }, ready, { key: newId() })).map(({ id }) => id);
    }
  }
}
