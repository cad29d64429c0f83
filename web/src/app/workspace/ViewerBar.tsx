import { Eye } from 'lucide-react';
import { useTranslations } from 'use-intl';
import classes from './OlderVersion.module.css';

/** Bar over the panels for people who may not change the app. */
export function ViewerBar() {
  const t = useTranslations();
  return (
    <div className={classes.bar} role="status">
      <Eye size={14} aria-hidden="true" />
      <span className={classes.text}>{t('common.viewOnly')}</span>
    </div>
  );
}
