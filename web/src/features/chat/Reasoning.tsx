import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './Reasoning.module.css';

/** The model's reasoning, collapsed, since most people want only the result. */
export function Reasoning({ text, isLive }: { readonly text: string; readonly isLive: boolean }) {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <ChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} aria-hidden="true" />
        <span data-live={isLive || undefined} className={classes.label}>
          {isLive ? t('chat.thinking') : t('chat.reasoning')}
        </span>
      </UnstyledButton>
      <div id={id} hidden={!isOpen} className={classes.text}>
        {text}
      </div>
    </div>
  );
}
