import { chooseLanguage, translator, useLoadedLanguage } from '../i18n/language.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { notifyError } from './notify.ts';

const choices = Object.entries(languages).map(([value, name]) => ({ value: value as keyof typeof languages, name }));

/** The current language, and the choice of another one. */
export function useLanguageChoice() {
  const { language } = useLoadedLanguage();
  return {
    language,
    /** Languages by their own names. */
    choices,
    choose: (next: Language): void => {
      chooseLanguage(next).catch(() => notifyError(translator()('common.languageFailed')));
    },
  };
}
