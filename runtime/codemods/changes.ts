/** Path → text. */
export type Files = Readonly<Record<string, string>>;

/** A field of a table as its JSON schema states it. */
export type FieldSchema = Readonly<Record<string, unknown>>;

export type Access = 'anonymous' | 'all' | 'creator' | 'admin' | 'none';

/** One change of an app. Tables, pages and fields go by the names that their files and schemas have. */
export type AppChange =
  /** The app's name where the app itself shows it. */
  | { readonly kind: 'rename-app'; readonly from: string; readonly to: string }
  /** A page's heading and its entry in the navigation. */
  | { readonly kind: 'rename-page'; readonly page: string; readonly to: string }
  | { readonly kind: 'add-table'; readonly table: string; readonly schema: FieldSchema }
  | { readonly kind: 'add-field'; readonly table: string; readonly field: string; readonly schema: FieldSchema }
  /** What people read changes; the name that rows are stored under stays, and so do the rows. */
  | { readonly kind: 'rename-field'; readonly table: string; readonly field: string; readonly to: string }
  | { readonly kind: 'remove-field'; readonly table: string; readonly field: string }
  /** Hue in degrees (OKLCH), 0 to 360, or null for grey; or a colour as `#rrggbb`. */
  | { readonly kind: 'set-accent'; readonly hue: number | null }
  | { readonly kind: 'set-accent'; readonly color: string }
  /** Corner radius in rem; `mode` makes the app look the same whatever the device prefers. */
  | { readonly kind: 'set-theme'; readonly radius?: number; readonly mode?: 'light' | 'dark' }
  | { readonly kind: 'sort'; readonly table: string; readonly field: string; readonly isDescending: boolean }
  | { readonly kind: 'add-filter'; readonly table: string; readonly field: string }
  /** Counts rows by `field`, or adds up `value`. `page` is one that shows the table. */
  | {
      readonly kind: 'add-chart';
      readonly table: string;
      readonly field: string;
      readonly value?: string;
      readonly title: string;
      readonly page?: string;
    }
  /** Adds the page and its entry in the navigation. */
  | { readonly kind: 'add-page'; readonly page: string; readonly label: string; readonly source: string }
  | { readonly kind: 'set-permissions'; readonly table: string; readonly read?: Access; readonly write?: Access };

/** What a change did to one file. */
export interface Effect {
  readonly path: string;
  readonly line: number | null;
}

/** A place that the change is about and that it left as it was. */
export interface Left {
  readonly path: string;
  readonly line: number | null;
  readonly reason: LeftReason;
}
export type LeftReason =
  /** The page draws the table with code of its own, so nobody but its author knows where the field belongs. */
  | 'written-by-hand'
  /** Colours that are written out rather than taken from the theme. */
  | 'fixed-colours'
  /** No list of pages was found that the new page could be added to. */
  | 'no-navigation';

export type RefusalReason =
  | 'no-table'
  | 'no-field'
  | 'no-page'
  | 'table-exists'
  | 'field-exists'
  | 'page-exists'
  /** It is so already. */
  | 'is-so'
  /** The text to change is nowhere in the app. */
  | 'no-text'
  /** Nothing in the app shows the table in a way that this change understands. */
  | 'no-view'
  /** Code of the app uses it in a way that cannot be changed for it. */
  | 'used-in-code'
  | 'fixed-colours'
  /** Rows are put in order by code of the page. */
  | 'ordered-in-code'
  /** The field is of a kind that this change has no use for. */
  | 'wrong-kind'
  /** The name, colour or number is none. */
  | 'bad-value'
  | 'needed-by-view'
  /** A file of the app cannot be read as code, JSON or CSS. */
  | 'unreadable';

export interface Refusal {
  readonly reason: RefusalReason;
  readonly path: string | null;
  readonly line: number | null;
}

export type ChangeResult =
  | { readonly change: AppChange; readonly ok: true; readonly effects: readonly Effect[]; readonly left: readonly Left[] }
  | { readonly change: AppChange; readonly ok: false; readonly refusal: Refusal };

export interface Changed {
  /** Path → new text of the files that differ. */
  readonly files: Files;
  /** One for each change, in their order. */
  readonly results: readonly ChangeResult[];
}

/** Stops a change that cannot be made; `applyChanges` turns it into its result. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(reason: RefusalReason, path: string | null = null, line: number | null = null) {
    super(reason);
    this.refusal = { reason, path, line };
  }
}
