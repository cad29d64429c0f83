import { useSyncExternalStore } from 'react';
import { createTranslator } from 'use-intl/core';
import type { Catalogue } from './catalogue.ts';
import { type Language, languageKey } from './languages.ts';
import { lengthened } from './pseudo.ts';
import { translated } from './server/sentence.ts';
import type { Texts } from './texts.ts';

/** Loads the texts of a language. */
export type Catalogues = Readonly<Record<Language, () => Promise<Catalogue>>>;

const catalogues: Catalogues = {
  en: async () => (await import('./en.ts')).catalogue,
  de: async () => (await import('./de.ts')).catalogue,
  'en-XA': async () => lengthened((await import('./en.ts')).catalogue),
};

export type Translator = ReturnType<typeof createTranslator<Texts>>;

interface Loaded extends Catalogue {
  readonly language: Language;
  readonly t: Translator;
}

let current: Loaded | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function loaded(): Loaded {
  if (current === null) throw new Error('No language is loaded.');
  return current;
}

let wanted: Language | null = null;
let source = catalogues;

/** Loads a language and shows everything in it, unless another one was chosen meanwhile. `from`: of a page with texts of its own. */
export async function loadLanguage(language: Language, from: Catalogues = source): Promise<void> {
  wanted = language;
  source = from;
  const catalogue = await from[language]();
  if (wanted !== language) return;
  current = { ...catalogue, language, t: createTranslator<Texts>({ locale: language, messages: catalogue.texts }) };
  for (const listener of listeners) listener();
}

/** Loads a language and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  if (currentLanguage() !== language) return;
  document.documentElement.lang = language;
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Storage may be blocked; the choice lasts until the page is closed.
  }
}

/** The language that `public/early.js` has set. */
export const initialLanguage = (): Language => {
  const { lang } = document.documentElement;
  return Object.hasOwn(catalogues, lang) ? (lang as Language) : 'en';
};

export const currentLanguage = (): Language => loaded().language;

/** Translator for code outside of components. Components use `useTranslations`, which renders again in another language. */
export const translator = (): Translator => loaded().t;

/** A sentence of the server in the current language, where the catalogue has it; else as it is. */
export const fromServer = (sentence: string): string => translated(sentence, loaded().server);

/** A label inside a sentence: in lower case, except in languages that capitalise nouns. */
export const inSentence = (label: string): string => (currentLanguage() === 'de' ? label : label.toLowerCase());

export const useLoadedLanguage = (): Loaded => useSyncExternalStore(subscribe, loaded);
