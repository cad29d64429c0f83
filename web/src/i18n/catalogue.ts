import type { Texts } from './texts.ts';

/** All texts in one language. */
export interface Catalogue {
  readonly texts: Texts;
  /** Translations of the server's sentences, by the English one; `…` stands for an inserted value. */
  readonly server: Readonly<Record<string, string>>;
}

/** `files`: texts by path of their file; the folder is the namespace. */
export const textsByFolder = (files: Readonly<Record<string, unknown>>): Texts =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts])) as unknown as Texts;
