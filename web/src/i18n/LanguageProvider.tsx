import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl/react';
import { useLoadedLanguage } from './language.ts';

/** Provides the texts of the loaded language (`loadLanguage`) to components. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const { language, texts } = useLoadedLanguage();
  return (
    <IntlProvider locale={language} messages={texts}>
      {children}
    </IntlProvider>
  );
}
