import type { App, AppsApi } from '@sayso/apps/ref';
import { type Actor, NotFound, newId } from '@sayso/core';
import type { EntitiesApi } from '@sayso/entities/ref';
import type { RuntimeApi, Template } from '@sayso/runtime/ref';
import type { TemplatesApi } from './ref.ts';

interface TemplatesNeeds {
  readonly apps: AppsApi;
  readonly entities: EntitiesApi;
  readonly runtime: RuntimeApi;
}

export class TemplatesService implements TemplatesApi {
  readonly #needs: TemplatesNeeds;

  constructor(needs: TemplatesNeeds) {
    this.#needs = needs;
  }

  async list() {
    return [...(await this.#needs.runtime.templates())].sort((a, b) => a.title.localeCompare(b.title, 'en'));
  }

  async createApp(actor: Actor, name: string): Promise<App> {
    const { apps, runtime } = this.#needs;
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

  async picture(name: string): Promise<Uint8Array> {
    const picture = await this.#needs.runtime.templatePicture(name);
    if (picture === null) throw new NotFound('The picture');
    return picture;
  }

  /** In the order of the tables: rows may reference those of earlier tables. */
  async #addRows(actor: Actor, appId: string, { rows }: Template): Promise<void> {
    const { entities, runtime } = this.#needs;
    const now = new Date();
    const ids: Record<string, readonly string[]> = {};
    for (const { table, rows: samples } of rows) {
      const ready = samples.map((row) => runtime.sampleRow(row, { now, ids }));
      ids[table] = (await entities.createMany(actor, { appId, entity: table, rows: 'draft' }, ready, { key: newId() })).map(({ id }) => id);
    }
  }
}
