import type { App } from '@sayso/apps/ref';
import { type Actor, serviceRef } from '@sayso/core';
import type { TemplateSummary } from '@sayso/runtime/ref';

export interface TemplatesApi {
  /** Sorted by title. */
  list(): Promise<readonly TemplateSummary[]>;
  /** Creates an app of the actor's, with the sample rows. Throws `NotFound` for an unknown name, and what `apps.create` throws. */
  createApp(actor: Actor, name: string): Promise<App>;
  /** A JPEG of 800 × 500 pixels. Throws `NotFound`. */
  picture(name: string): Promise<Uint8Array>;
}

export const templatesRef = serviceRef<TemplatesApi>('templates');

declare module '@sayso/core' {
  interface GraphObjects {
    AppTemplate: TemplateSummary;
  }
}
