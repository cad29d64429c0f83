/** What a version changed, and what it no longer has. */
export interface VersionReview {
  /** At most 6. */
  readonly lines: readonly ChangeLine[];
  /** Changes beyond those. */
  readonly moreLines: number;
  /** What is gone although the request did not ask for it; at most 20. */
  readonly vanished: readonly VanishedThing[];
  /** Vanished things beyond those. */
  readonly moreVanished: number;
}

/** One line of the summary: what happened to things of one kind. */
export interface ChangeLine {
  readonly subject: ChangeSubject;
  readonly change: 'added' | 'changed' | 'removed';
  /** The first few, as the app spells them; empty for `layout` and `style`. */
  readonly names: readonly string[];
  /** All of them. */
  readonly count: number;
  /** The table of fields. */
  readonly table: string | null;
}

export type ChangeSubject = 'page' | 'component' | 'service' | 'table' | 'field' | 'permission' | 'style' | 'layout';

/** `handler`: of a labelled button or form; `input`: bound to a field; `view`: a data block of a table; `call`: of a table's method. */
export type ThingKind = 'page' | 'component' | 'service' | 'table' | 'field' | 'export' | 'link' | 'handler' | 'input' | 'view' | 'call';

export interface VanishedThing {
  /** Unique within its version. */
  readonly id: string;
  readonly kind: ThingKind;
  /** As the builder knows it: a label, a page, a field. */
  readonly name: string;
  /** The table of a field. */
  readonly table: string | null;
  /** Where it was. */
  readonly file: string;
  readonly line: number;
  /** The line as it was, without its indentation; of a field its whole schema. */
  readonly text: string;
}

/** The files before a version, after it, and now. */
export interface BringBackFiles {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly current: Readonly<Record<string, string>>;
}

/** A way to make a vanished thing stand again. */
export interface BringBackWay {
  /** `place`: it alone, where it was. `file`: its file as it was, with all that the version changed in it. */
  readonly way: 'place' | 'file';
  readonly path: string;
  readonly content: string;
}

export interface BringBack {
  /** The thing stands already. */
  readonly stands: boolean;
  /** The best first; empty when the code around it has changed too much. They are not compiled. */
  readonly ways: readonly BringBackWay[];
}
