import type { useTranslations } from 'use-intl';
import type { Problem } from './values.ts';

/** The sentence for text that does not fit a column. */
export function problemText(problem: Problem, t: ReturnType<typeof useTranslations<'data'>>): string {
  switch (problem.kind) {
    case 'json':
      return t('problem.json', { reason: problem.reason });
    case 'option':
      return t('problem.option', { options: problem.options.slice(0, 12).join(', ') });
    default:
      return t(`problem.${problem.kind}`);
  }
}
