import type { App } from '@sayso/apps/ref';
import { type Actor, BlobNotFound, InvalidInput, NotFound, newId, storeTime } from '@sayso/core';
import { z } from 'zod';
import type { SharedTemplate } from '../collections.ts';
import type { TemplatesContext } from '../config.ts';
import type { ListedTemplate, Picture, ShareTemplate } from '../ref.ts';
import { addSamples, readSamples, sampleTable } from './sample-rows.ts';

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 300;
const MAX_LISTED = 200;

/** What a new app begins with. */
const content = z.object({
  files: z.record(z.string(), z.string()),
  mainPage: z.string().nullable(),
  samples: z.array(sampleTable),
});

/** Templates that builders share of their apps. A copy: later changes of the app do not reach it. */
export class SharedTemplates {
  readonly #context: TemplatesContext;

  constructor(context: TemplatesContext) {
    this.#context = context;
  }

  /** Newest first, those of deleted apps left out. */
  async list(): Promise<ListedTemplate[]> {
    const shared = await this.#collection.find({}, { sort: { sharedAt: -1 }, limit: MAX_LISTED });
    const apps = await Promise.all(shared.map(({ appId }) => this.#context.needs.apps.find(appId)));
    const authors = await this.#context.needs.apps.accountNames(apps.flatMap((app) => (app === null ? [] : [app.ownerId])));
    return shared.flatMap((template, index) => {
      const app = apps[index];
      return app ? [listed(template, authors.get(app.ownerId) ?? null)] : [];
    });
  }

  async of(actor: Actor, appId: string): Promise<ListedTemplate | null> {
    const { ownerId } = await this.#context.needs.apps.get(actor, appId, 'own');
    const template = await this.#collection.findOne({ appId });
    return template && listed(template, await this.#nameOf(ownerId));
  }

  async share(actor: Actor, { appId, withRows, ...texts }: ShareTemplate): Promise<ListedTemplate> {
    const { apps, entities } = this.#context.needs;
    const title = limited('title', texts.title, MAX_TITLE);
    const description = limited('description', texts.description, MAX_DESCRIPTION);
    if (title === '') throw refused('title', 'Give the template a title.');
    const app = await apps.get(actor, appId, 'own');
    if (app.branch !== undefined) throw new InvalidInput('Share the app itself: this is an idea of it.');
    const files = await apps.files(appId, app.currentVersionId ?? undefined);
    if (app.currentVersionId === null || Object.keys(files).length === 0) throw new InvalidInput('This app has nothing to share yet.');
    const tables = withRows ? Object.keys(await apps.schemas(appId, app.currentVersionId)) : [];
    const samples = await readSamples(entities, actor, { appId, tables });
    const picture = await apps.picture(actor, appId);
    const contentId = newId();
    await this.#put(keysOf(appId, contentId).content, JSON.stringify({ files, mainPage: app.settings.mainPage, samples }));
    if (picture) await this.#context.blobs.put(keysOf(appId, contentId).picture, picture.bytes, { contentType: picture.type });
    const before = await this.#collection.findOne({ appId });
    const about = {
      title,
      description,
      contentId,
      hasPicture: picture !== null,
      hasRows: samples.length > 0,
      sharedAt: storeTime(),
    };
    await this.#collection.updateOne({ appId }, { $set: about, $setOnInsert: { _id: newId() } }, { upsert: true });
    if (before) await this.#removeContent(before);
    const template = await this.of(actor, appId);
    if (template === null) throw new NotFound('The template');
    return template;
  }

  async unshare(actor: Actor, appId: string): Promise<void> {
    await this.#context.needs.apps.get(actor, appId, 'own');
    await this.removeApp(appId);
  }

  /** Null for an unknown id. All or nothing. */
  async createApp(actor: Actor, id: string): Promise<App | null> {
    const { apps, entities } = this.#context.needs;
    const template = await this.#find(id);
    const begin = template && (await this.#read(template));
    if (template === null || begin === null) return null;
    const app = await apps.create(actor, { name: template.title, description: template.description, files: begin.files });
    try {
      await addSamples(entities, actor, { appId: app.id, samples: begin.samples });
      return begin.mainPage === null ? app : await apps.updateSettings(actor, app.id, { mainPage: begin.mainPage });
    } catch (error) {
      await apps.remove(actor, app.id);
      throw error;
    }
  }

  /** Null for an unknown id, and for a template without one. */
  async picture(id: string): Promise<Picture | null> {
    const template = await this.#find(id);
    if (!template?.hasPicture) return null;
    const key = keysOf(template.appId, template.contentId).picture;
    const about = await this.#context.blobs.stat(key);
    const bytes = await this.#bytes(key);
    return bytes && { bytes, type: about?.contentType ?? 'application/octet-stream' };
  }

  async removeApp(appId: string): Promise<void> {
    await this.#collection.deleteMany({ appId });
    for await (const key of this.#context.blobs.list(`${appId}/`)) await this.#context.blobs.remove(key);
  }

  get #collection() {
    return this.#context.collections.shared;
  }

  /** Null also while its app is deleted. */
  async #find(id: string): Promise<SharedTemplate | null> {
    const template = await this.#collection.findOne({ _id: id });
    return template && (await this.#context.needs.apps.find(template.appId)) ? template : null;
  }

  /** Reads again when an update replaces the content meanwhile; null: it is not shared any more. */
  async #read(template: SharedTemplate): Promise<z.infer<typeof content> | null> {
    const bytes = await this.#bytes(keysOf(template.appId, template.contentId).content);
    if (bytes) return content.parse(JSON.parse(new TextDecoder().decode(bytes)));
    const now = await this.#find(template._id);
    return now === null || now.contentId === template.contentId ? null : this.#read(now);
  }

  async #bytes(key: string): Promise<Uint8Array | null> {
    try {
      return new Uint8Array(await new Response(await this.#context.blobs.get(key)).arrayBuffer());
    } catch (error) {
      if (error instanceof BlobNotFound) return null;
      throw error;
    }
  }

  async #put(key: string, text: string): Promise<void> {
    await this.#context.blobs.put(key, new TextEncoder().encode(text), { contentType: 'application/json' });
  }

  async #removeContent({ appId, contentId }: SharedTemplate): Promise<void> {
    for (const key of Object.values(keysOf(appId, contentId))) await this.#context.blobs.remove(key);
  }

  async #nameOf(accountId: string): Promise<string | null> {
    return (await this.#context.needs.apps.accountNames([accountId])).get(accountId) ?? null;
  }
}

function listed(
  { _id, contentId, hasPicture, hasRows, sharedAt, title, description }: SharedTemplate,
  author: string | null,
): ListedTemplate {
  const pictureUrl = hasPicture ? `/api/templates/${_id}/picture?v=${contentId}` : null;
  return { name: _id, title, description, pictureUrl, shared: { author, at: sharedAt, hasRows } };
}

function keysOf(appId: string, contentId: string) {
  return { content: `${appId}/${contentId}.json`, picture: `${appId}/${contentId}.picture` };
}

function limited(path: string, text: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed.length > max) throw refused(path, `At most ${max} characters are allowed.`);
  return trimmed;
}

function refused(path: string, message: string): InvalidInput {
  return new InvalidInput(message, [{ path, message }]);
}
