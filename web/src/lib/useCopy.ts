import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from './copy.ts';
import { notifyError } from './notify.ts';

/** Milliseconds for which a button confirms a copy. */
const shown = 2_000;

/** Copies a text on demand, and briefly confirms it or says that it failed. */
export function useCopy(text: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const t = useTranslations();
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = window.setTimeout(() => setCopies(0), shown);
    return () => window.clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    if (await copyText(text)) setCopies((count) => count + 1);
    else notifyError(t('common.copyBlocked'));
  };
  return { isCopied: copies > 0, copy: () => void copy() };
}
