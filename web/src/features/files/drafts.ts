/** An unsaved text, with the version it began from. */
export interface Draft {
  readonly text: string;
  readonly versionId: string;
}

/** By path. */
export type Drafts = Readonly<Record<string, Draft | null>>;

export const isUnsaved = (drafts: Drafts): boolean => Object.values(drafts).some((draft) => draft !== null);
