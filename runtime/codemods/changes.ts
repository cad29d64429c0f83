/** Path → text. */
export type Files = Readonly<Record<string, string>>;

/** A field of a table as its JSON schema states it. */
export type FieldSchema = Readonly<Record<string, unknown>>;

export type Access = 'anonymous' | 'all' | 'creator' | 'admin' | 'none';

/** One change of an app. Tables, pages and fields are identified by the names in their files and schemas. */
export type AppChange =
  /** The app's name in its own pages. */
  | { readonly kind: 'rename-app'; readonly from: string; readonly to: string }
  /** A page's heading and its entry in the navigation. */
  | { readonly kind: 'rename-page'; readonly page: string; readonly to: string }
  | { readonly kind: 'add-table'; readonly table: string; readonly schema: FieldSchema }
  | { readonly kind: 'add-field'; readonly table: string; readonly field: string; readonly schema: FieldSchema }
  /** Changes the label; the stored field name and the rows stay. */
  | { readonly kind: 'rename-field'; readonly table: string; readonly field: string; readonly to: string }
  | { readonly kind: 'remove-field'; readonly table: string; readonly field: string }
  /** Hue in degrees (OKLCH), 0 to 360, or null for grey; or a colour as `#rrggbb`. */
  | { readonly kind: 'set-accent'; readonly hue: number | null }
  | { readonly kind: 'set-accent'; readonly color: string }
  /** Corner radius in rem; `mode` fixes light or dark, whatever the device prefers. */
  | { readonly kind: 'set-theme'; readonly radius?: number; readonly mode?: 'light' | 'dark' }
  | { readonly kind: 'sort'; readonly table: string; readonly field: string; readonly isDescending: boolean }
  | { readonly kind: 'add-filter'; readonly table: string; readonly field: string }
  /** Counts rows by `field`, or sums `value`. `page` must show the table. */
  | {
      readonly kind: 'add-chart';
      readonly table: string;
      readonly field: string;
      readonly value?: string;
      readonly title: string;
      readonly page?: string;
    }
  /** Adds a page of blocks for a table, and its entry in the navigation. An app without a layout gets one that lists its pages. */
  | {
      readonly kind: 'add-table-page';
      readonly table: string;
      readonly page: string;
      readonly label: string;
      /** Default: what suits the schema. Refused when the table has no field for it. */
      readonly view?: TableView;
      /** Label of the sum of money. Default: that of the field. */
      readonly totalLabel?: string;
      /** The name that a new layout shows. Default: `label`. */
      readonly appName?: string;
    }
  /** Adds the page and its entry in the navigation. */
  | { readonly kind: 'add-page'; readonly page: string; readonly label: string; readonly source: string }
  | { readonly kind: 'set-permissions'; readonly table: string; readonly read?: Access; readonly write?: Access };

export type TableView =
  /** A table, or cards when rows have a picture; with search, filters and order by its fields. */
  | 'rows'
  /** Rows to tick off by the first yes-or-no field. */
  | 'checklist'
  /** A form above the entries. */
  | 'guestbook'
  /** The sum of the first field of money above the rows. */
  | 'figures'
  | 'calendar'
  /** Columns by the first choice. */
  | 'board';

export interface SampleOptions {
  readonly count: number;
  /** Dates are around this day. */
  readonly now: Date;
  /** Of sentences; names and addresses are the same in each language. Default: English. */
  readonly language?: 'en' | 'de';
  /** Table → ids that references store, by position. A reference to any other table is left out. */
  readonly ids?: Readonly<Record<string, readonly string[]>>;
}

/** The effect of a change on one file. */
export interface Effect {
  readonly path: string;
  readonly line: number | null;
}

/** A place that the change concerns but did not modify. */
export interface Left {
  readonly path: string;
  readonly line: number | null;
  readonly reason: LeftReason;
}
export type LeftReason =
  /** The page renders the table with its own code, so the position of the field is unknown. */
  | 'written-by-hand'
  /** Literal colours instead of theme tokens. */
  | 'fixed-colours'
  /** No navigation was found to which the new page could be added. */
  | 'no-navigation';

export type RefusalReason =
  | 'no-table'
  | 'no-field'
  | 'no-page'
  | 'table-exists'
  | 'field-exists'
  | 'page-exists'
  /** The app already has the requested state. */
  | 'is-so'
  /** The text to change is nowhere in the app. */
  | 'no-text'
  /** Nothing in the app shows the table in a way that this change supports. */
  | 'no-view'
  /** Code of the app depends on it in a way that the change cannot adapt. */
  | 'used-in-code'
  | 'fixed-colours'
  /** The page's own code sorts the rows. */
  | 'ordered-in-code'
  /** The change does not support this type of field. */
  | 'wrong-kind'
  /** The name, colour or number is invalid. */
  | 'bad-value'
  | 'needed-by-view'
  /** A file of the app cannot be parsed as code, JSON or CSS. */
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
  /** Path → new text, of changed files only. */
  readonly files: Files;
  /** One per change, in order. */
  readonly results: readonly ChangeResult[];
}

/** Thrown to refuse a change; `applyChanges` converts it to a result. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(reason: RefusalReason, path: string | null = null, line: number | null = null) {
    super(reason);
    this.refusal = { reason, path, line };
  }
}
