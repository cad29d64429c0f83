import type { RoutablePage } from '../pages.ts';
import type { SampleTables } from './page/app-rows.ts';

/** A module of the app as the renderer's context evaluates it; imports are `app:<key>` or names of libraries. */
export interface RenderModule {
  readonly key: string;
  readonly code: string;
  /** Of a source map with the file as its only source; empty for a generated module. */
  readonly mappings: string;
}

/** The compiled pages of an app. */
export interface RenderModules {
  readonly modules: readonly RenderModule[];
  readonly routes: readonly RoutablePage[];
  /** The module that mounts an app with a router of its own; else null. */
  readonly root: string | null;
  /** Page → the keys of all modules that it loads, itself and the layout included. */
  readonly reaches: Readonly<Record<string, readonly string[]>>;
}

/** From the server to a rendering process. */
export interface RenderRequest {
  readonly id: number;
  readonly modules: readonly RenderModule[];
  readonly routes: readonly RoutablePage[];
  readonly root: string | null;
  /** The pages to render, of those of `routes`. */
  readonly pages: readonly string[];
  readonly samples: SampleTables;
}

/** One page to render, within the context. */
export interface Opened {
  readonly page: string;
  readonly path: string;
  readonly routes: readonly RoutablePage[];
  readonly tables: SampleTables;
}

/** What a page is rendered with: tables without rows, or with sample rows. */
export type Rows = 'empty' | 'samples';

/** An error of a page, in texts. */
export interface Raised {
  readonly kind: 'render' | 'rejection' | 'loop';
  readonly message: string;
  /** With the places of the app's modules as `app:pages/Home:3:7`. */
  readonly stack: string;
}

/** A page as the context, where hostile code runs, describes it. */
export interface RenderedPage {
  readonly raised: readonly Raised[];
  /** Whether the page drew anything, or led to another page. */
  readonly isShown: boolean;
}

/** One step of the context. */
export interface Progress {
  readonly isSettled: boolean;
  readonly imports: readonly string[];
}

/** What went wrong on a page. */
export interface RenderFinding {
  readonly page: string;
  readonly rows: Rows;
  readonly kind: Raised['kind'] | 'nothing' | 'time' | 'memory';
  readonly message: string;
  /** Path of the file. */
  readonly file: string;
  /** From 1. */
  readonly line: number | null;
}

/** From a rendering process: it starts a page, ends one, or has ended the request. */
export type RenderAnswer =
  | { readonly ready: true }
  | { readonly id: number; readonly starts: string; readonly rows: Rows }
  | { readonly id: number; readonly page: string; readonly rows: Rows; readonly findings: readonly RenderFinding[] }
  | { readonly id: number; readonly done: true };
