import type { App } from '@sayso/apps/ref';
import { type Actor, serviceRef } from '@sayso/core';

/** A template as builders see it. */
export interface ListedTemplate {
  /** The folder of one that comes with the product, the id of a shared one. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** An address on the builder host; null: it has no picture. */
  readonly pictureUrl: string | null;
  /** What only those have that builders share. */
  readonly shared: { readonly author: string | null; readonly at: string; readonly hasRows: boolean } | null;
}

export interface ShareTemplate {
  readonly appId: string;
  /** At most 100 characters. */
  readonly title: string;
  /** At most 300 characters. */
  readonly description: string;
  /** Whether apps begin with the newest draft rows, at most 200 of each table. */
  readonly withRows: boolean;
}

export interface Picture {
  readonly bytes: Uint8Array;
  /** A MIME type. */
  readonly type: string;
}

export interface TemplatesApi {
  /** Those of builders, newest first, then those of the product by title. */
  list(): Promise<readonly ListedTemplate[]>;
  /** Creates an app of the actor's, with the sample rows. Throws `NotFound` for an unknown name, and what `apps.create` throws. */
  createApp(actor: Actor, name: string): Promise<App>;
  /** Throws `NotFound`. */
  picture(name: string): Promise<Picture>;
  /** The template that owners share of their app; null: none. */
  sharedOf(actor: Actor, appId: string): Promise<ListedTemplate | null>;
  /**
   * Shares the app as it is now, in place of what was shared of it before. For owners. Throws `InvalidInput` for a branch, for texts beyond
   * their limits, and for rows of more than 5,000,000 characters.
   */
  share(actor: Actor, input: ShareTemplate): Promise<ListedTemplate>;
  /** Apps that were made of it stay. For owners. Does nothing for an app that is not shared. */
  unshare(actor: Actor, appId: string): Promise<void>;
}

export const templatesRef = serviceRef<TemplatesApi>('templates');

declare module '@sayso/core' {
  interface GraphObjects {
    AppTemplate: ListedTemplate;
  }
}
