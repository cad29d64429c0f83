import { useTranslations } from 'use-intl';
import { useLanguageChoice } from '../../lib/useLanguageChoice.ts';
import classes from './AuthLayout.module.css';

/** Choice of the language for people without an account menu. */
export function LanguageLinks() {
  const t = useTranslations();
  const { language, choices, choose } = useLanguageChoice();
  return (
    <fieldset className={classes.languages} aria-label={t('common.language')}>
      {choices.map(({ value, name }) => (
        <button
          type="button"
          key={value}
          lang={value}
          className={classes.language}
          aria-pressed={value === language}
          onClick={() => choose(value)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
