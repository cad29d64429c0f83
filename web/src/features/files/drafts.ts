/** An unsaved text, with the version that it is based on. */
export interface Draft {
  readonly text: string;
  readonly versionId: string;
}

/** Drafts by path. */
export type Drafts = Readonly<Record<string, Draft | null>>;

export const isUnsaved = (drafts: Drafts): boolean => Object.values(drafts).some((draft) => draft !== null);
