import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Column } from '../columns.ts';
import { type Condition, conditionFilter, type FilterGroup } from './conditions.ts';
import classes from './Filter.module.css';

interface FilterChipsProps {
  readonly columns: readonly Column[];
  readonly group: FilterGroup;
  readonly onChange: (group: FilterGroup) => void;
}

/** The complete conditions in words, each of which can be removed. */
export function FilterChips({ columns, group, onChange }: FilterChipsProps) {
  const t = useTranslations('data.filter');
  const { match, conditions } = group;
  const shown = conditions.flatMap((condition, at) => {
    const column = columns.find(({ id }) => id === condition.field);
    return column === undefined || conditionFilter(column, condition) === null ? [] : [{ at, text: textOf(column, condition) }];
  });
  function textOf({ label }: Column, { operator, text, options }: Condition): string {
    return [label, t(`operators.${operator}`), options.length > 0 ? options.join(', ') : text.trim()]
      .filter((part) => part !== '')
      .join(' ');
  }
  if (shown.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t(match)}>
      {shown.map(({ at, text }, place) => (
        <li key={at} className={classes.chip}>
          {place === 0 ? null : <span className={classes.joint}>{t(match === 'all' ? 'and' : 'or')}</span>}
          <button
            type="button"
            className={classes.pill}
            aria-label={t('removeOf', { condition: text })}
            onClick={() => onChange({ match, conditions: conditions.toSpliced(at, 1) })}
          >
            <span className={classes.text}>{text}</span>
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
