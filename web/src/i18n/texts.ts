import type { MessageKeys, NestedKeyOf, NestedValueOf } from 'use-intl';
import type { Language } from './languages.ts';

/**
 * English texts by namespace. Each `en.ts` adds its own by merging this interface, so that a feature brings its texts in its own folder.
 * The namespace is the name of the folder.
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged by the catalogues
export interface Texts {}

type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

/** Texts of a namespace in another language. A missing key and an additional one are type errors. */
export type Translation<N extends keyof Texts> = Translated<Texts[N]>;

type TextKey = MessageKeys<Texts, NestedKeyOf<Texts>>;

/** Keys of the texts without arguments, for declarations. */
export type PlainTextKey = { [K in TextKey]: NestedValueOf<Texts, K> extends `${string}${'{' | '<'}${string}` ? never : K }[TextKey];

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts;
    Locale: Language;
  }
}
