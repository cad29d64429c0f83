import { useTranslations } from 'use-intl';
import classes from './ProductPicture.module.css';

const steps = ['table', 'page', 'card'] as const;
const habits = [
  { name: 'read', days: 6 },
  { name: 'walk', days: 4 },
  { name: 'call', days: 2 },
] as const;

/** Illustration of the product: a prompt on the left, the resulting app on the right. Drawn in CSS, so nothing loads. */
export function ProductPicture() {
  const t = useTranslations();
  return (
    <div className={classes.root} aria-hidden="true">
      <div className={classes.app}>
        <div className={classes.bar}>
          <span className={classes.mark} />
          {t('auth.picture.app')}
        </div>
        <div className={classes.hero}>
          <div>
            <p className={classes.headline}>{t('auth.picture.headline')}</p>
            <p className={classes.sub}>{t('auth.picture.sub')}</p>
          </div>
          <svg width="56" height="56" viewBox="0 0 56 56" className={classes.ring} aria-hidden="true">
            <circle cx="28" cy="28" r="23" />
            <circle cx="28" cy="28" r="23" pathLength="100" strokeDasharray="67 100" transform="rotate(-90 28 28)" />
          </svg>
        </div>
        {habits.map(({ name, days }) => (
          <div key={name} className={classes.habit}>
            <span className={classes.tick} data-done={days > 3 || undefined}>
              {days > 3 ? <Check size={12} width={3} /> : null}
            </span>
            <span className={classes.name}>{t(`auth.picture.habits.${name}`)}</span>
            <span className={classes.days}>
              {[1, 2, 3, 4, 5, 6].map((day) => (
                <i key={day} data-done={day <= days || undefined} />
              ))}
            </span>
            <span className={classes.streak}>{t(`auth.picture.habits.${name}For`)}</span>
          </div>
        ))}
      </div>
      <div className={classes.chat}>
        <p className={classes.bubble}>{t('auth.picture.prompt')}</p>
        <ul className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>
              <Check size={14} width={2} />
              {t(`auth.picture.steps.${step}`)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Drawn here: a library of icons would load with the first page. */
function Check({ size, width }: { readonly size: number; readonly width: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M20 6 9 17l-5-5" />
    </svg>
  );
}
