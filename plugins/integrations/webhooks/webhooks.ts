import { type Actor, Conflict, DuplicateKey, NotFound, newId, storeNow, storeTime } from '@sayso/core';
import type { WebhookEventDocument } from '../collections.ts';
import type { IntegrationsContext } from '../config.ts';
import type { Instance } from '../packages/instances.ts';
import type { Packages } from '../packages/packages.ts';
import { SignatureRefused, UnknownWebhook } from './errors.ts';
import { type Delivery, eventIdOf, handshakeOf, keptHeaders, verify } from './schemes.ts';

/** How often an event is tried. */
export const WEBHOOK_ATTEMPTS = 5;
const KEPT_MS = 30 * 24 * 60 * 60_000;
const MAX_NOTE = 300;

/** Events from outside, for packages: checked, stored, and worked off by a job. */
export class Webhooks {
  readonly #context: IntegrationsContext;
  readonly #packages: Packages;

  constructor(context: IntegrationsContext, packages: Packages) {
    this.#context = context;
    this.#packages = packages;
  }

  /** The address of a webhook, which holds the id of the instance: it needs no origin of the app. */
  urlOf({ _id, package: packageName }: Instance, name: string): string {
    return `${this.#context.host.runtimeUrl}/integrations/installable/${packageName}/${_id}/webhooks/${name}`;
  }

  /**
   * Stores a delivery before it is acknowledged; a second one of the same event changes nothing. Returns what to answer. Throws
   * `UnknownWebhook` and `SignatureRefused`.
   */
  async receive(
    {
      packageName,
      instance: named,
      webhook,
      host,
    }: { readonly packageName: string; readonly instance: string; readonly webhook: string; readonly host: string | null },
    delivery: Delivery,
  ): Promise<string> {
    const instance = await this.#find(packageName, named, host);
    const declared = Object.hasOwn(instance.manifest.webhooks, webhook) ? instance.manifest.webhooks[webhook] : undefined;
    if (declared === undefined) throw new UnknownWebhook();
    const secret = this.#packages.instances.secrets(instance).find(({ name }) => name === declared.secret);
    const verified = secret === undefined ? null : verify(declared.scheme, delivery, secret, storeNow());
    if (verified === null) throw new SignatureRefused();
    const handshake = handshakeOf(declared.scheme, delivery);
    if (handshake !== null) return handshake;
    await this.#store(instance, webhook, { delivery, eventId: eventIdOf(verified, delivery) });
    return '';
  }

  async list(appId: string, limit: number): Promise<WebhookEventDocument[]> {
    return this.#events.find({ appId }, { sort: { _id: -1 }, limit });
  }

  /** Works an event off once more. */
  async replay(actor: Actor, appId: string, id: string): Promise<WebhookEventDocument> {
    await this.#context.needs.apps.get(actor, appId, 'edit');
    const event = await this.#events.findOneAndUpdate(
      { _id: id, appId, state: { $ne: 'pending' } },
      { $set: { state: 'pending', error: null }, $inc: { replays: 1 } },
    );
    if (event === null) {
      if ((await this.#events.findOne({ _id: id, appId })) === null) throw new NotFound('The event');
      throw new Conflict('The event is being worked off.');
    }
    await this.#enqueue(event);
    return event;
  }

  /** Runs the function of the package for a stored event: the job. One that is done already is left as it is. */
  async work(id: string, { isLast, signal }: { readonly isLast: boolean; readonly signal: AbortSignal }): Promise<void> {
    const event = await this.#events.findOne({ _id: id, state: 'pending' });
    if (event === null) return;
    const instance = await this.#packages.instances.byId(event.instanceId);
    if (instance === null) return this.#settle(event, { error: 'The integration was removed.' });
    try {
      const { headers, body, webhook, eventId } = event;
      const input = { id: eventId, headers: JSON.parse(headers) as unknown, body };
      const answer = await this.#packages.code.run(instance, { entry: `default.webhooks.${webhook}.run`, input, signal });
      await this.#settle(event, { note: noteOf(answer) });
      await this.#context.emit('integrations.webhookHandled', { appId: event.appId, id: event._id, package: event.package, webhook });
    } catch (error) {
      signal.throwIfAborted();
      const failed = isLast ? { state: 'failed' } : {};
      await this.#events.updateOne({ _id: id }, { $set: { ...failed, error: sentenceOf(error) }, $inc: { attempts: 1 } });
      throw error;
    }
  }

  async removeApp(appId: string): Promise<void> {
    await this.#events.deleteMany({ appId });
  }

  get #events() {
    return this.#context.collections.webhookEvents;
  }

  async #find(packageName: string, named: string, host: string | null): Promise<Instance> {
    const byId = await this.#packages.instances.byId(named);
    if (byId !== null && byId.package === packageName) return byId;
    const app = await this.#context.needs.runtime.appAt(host);
    const found = app === null ? null : await this.#packages.instances.find(app.appId, packageName, named);
    if (found === null) throw new UnknownWebhook();
    return found;
  }

  async #store(
    instance: Instance,
    webhook: string,
    { delivery, eventId }: { readonly delivery: Delivery; readonly eventId: string },
  ): Promise<void> {
    const event: WebhookEventDocument = {
      _id: newId(),
      appId: instance.appId,
      instanceId: instance._id,
      package: instance.package,
      instance: instance.name,
      webhook,
      eventId,
      headers: JSON.stringify(keptHeaders(delivery)),
      body: delivery.body.toString('utf8'),
      state: 'pending',
      attempts: 0,
      replays: 0,
      note: null,
      error: null,
      receivedAt: storeTime(),
      until: storeTime(KEPT_MS),
    };
    try {
      await this.#events.insertOne(event);
    } catch (error) {
      if (error instanceof DuplicateKey) {
        // The first delivery may have been stored without its job.
        const first = await this.#events.findOne({ instanceId: instance._id, webhook, eventId, state: 'pending' });
        if (first !== null) await this.#enqueue(first);
        return;
      }
      throw error;
    }
    await this.#enqueue(event);
  }

  async #enqueue({ _id, appId, replays }: WebhookEventDocument): Promise<void> {
    await this.#context.enqueue('webhook', { id: _id, appId }, { key: `webhook ${_id} ${replays}` });
  }

  async #settle(
    { _id }: WebhookEventDocument,
    { note = null, error = null }: { readonly note?: string | null; readonly error?: string | null },
  ): Promise<void> {
    await this.#events.updateOne({ _id }, { $set: { state: error === null ? 'done' : 'failed', note, error }, $inc: { attempts: 1 } });
  }
}

function noteOf(answer: unknown): string | null {
  const note = typeof answer === 'object' && answer !== null && 'note' in answer ? answer.note : null;
  return typeof note === 'string' ? note.slice(0, MAX_NOTE) : null;
}

function sentenceOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_NOTE);
}
