import { ActionIcon } from '@mantine/core';
import { MousePointerClick, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { usePointed } from '../../lib/workspace/hooks.ts';
import classes from './Composer.module.css';

/** The element that the message is about, if any: the assistant is given its code. */
export function PointedChip() {
  const t = useTranslations();
  const [element, setElement] = usePointed();
  if (element === null) return null;
  const { tag, path, line } = element;
  const name = t('chat.selection', { tag, path, line: String(line) });
  return (
    <fieldset className={classes.pointed} aria-label={t('chat.about.title')}>
      <MousePointerClick size={14} aria-hidden="true" />
      <span className={classes.pointedName}>{name}</span>
      <ActionIcon size={24} variant="subtle" color="gray" aria-label={t('chat.about.remove', { name })} onClick={() => setElement(null)}>
        <X size={14} />
      </ActionIcon>
    </fieldset>
  );
}
