/** An unsaved text, with the version that it is based on. */
export interface Draft {
  readonly text: string;
  readonly versionId: string;
}

/** Drafts by path. */
export type Drafts = Readonly<Record<string, Draft | null>>;

export const isUnsaved = (drafts: Drafts): boolean => Object.values(drafts).some((draft) => draft !== null);

/** Text typed during the save stays as a draft on top of the saved version. */
export const draftAfterSave = (draft: Draft | null | undefined, content: string, savedId: string): Draft | null =>
  draft == null || draft.text === content ? null : { text: draft.text, versionId: savedId };
