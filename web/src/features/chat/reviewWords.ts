import type { Translator } from '../../i18n/language.ts';
import type { Review, Vanished } from './liveTurn.ts';

type Line = Review['lines'][number];

/** A change in one sentence. */
export function changeText({ subject, change, names, count, table }: Line, t: Translator): string {
  const listed = names.join(', ');
  const more = count - names.length;
  return t(`chat.review.line.${subject}`, {
    change,
    count,
    names: more > 0 ? t('chat.review.andMore', { names: listed, count: more }) : listed,
    table: table ?? '',
  });
}

/** What is gone, in one sentence. */
export function vanishedText({ kind, name, table }: Pick<Vanished, 'kind' | 'name' | 'table'>, t: Translator): string {
  return t(`chat.review.gone.${kind}`, { name, table: table ?? '' });
}
