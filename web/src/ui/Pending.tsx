import { useTranslations } from 'use-intl';
import { Logo } from './Logo.tsx';
import classes from './Pending.module.css';

/** Shown before the screen is known; appears only after a delay. */
export function Pending() {
  const t = useTranslations();
  return (
    <div className={classes.root} role="status" aria-label={t('common.loading')}>
      <Logo size={32} />
    </div>
  );
}
