import { Check } from 'lucide-react';
import classes from './ProductPicture.module.css';

const steps = ['Added Habit table', 'Wrote pages/Home', 'Wrote components/HabitCard'] as const;
const habits = [
  { name: 'Read ten pages', streak: '12 days', days: 6 },
  { name: 'Walk before work', streak: '4 days', days: 4 },
  { name: 'Call a friend', streak: '3 weeks', days: 2 },
] as const;

/** Illustration of the product: a prompt on the left, the resulting app on the right. Drawn in CSS, so nothing loads. */
export function ProductPicture() {
  return (
    <div className={classes.root} aria-hidden="true">
      <div className={classes.app}>
        <div className={classes.bar}>
          <span className={classes.mark} />
          Habit tracker
        </div>
        <div className={classes.hero}>
          <div>
            <p className={classes.headline}>Small steps, every day</p>
            <p className={classes.sub}>2 of 3 done. Keep going.</p>
          </div>
          <svg width="56" height="56" viewBox="0 0 56 56" className={classes.ring} aria-hidden="true">
            <circle cx="28" cy="28" r="23" />
            <circle cx="28" cy="28" r="23" pathLength="100" strokeDasharray="67 100" transform="rotate(-90 28 28)" />
          </svg>
        </div>
        {habits.map(({ name, streak, days }) => (
          <div key={name} className={classes.habit}>
            <span className={classes.tick} data-done={days > 3 || undefined}>
              {days > 3 ? <Check size={12} strokeWidth={3} /> : null}
            </span>
            <span className={classes.name}>{name}</span>
            <span className={classes.days}>
              {[1, 2, 3, 4, 5, 6].map((day) => (
                <i key={day} data-done={day <= days || undefined} />
              ))}
            </span>
            <span className={classes.streak}>{streak}</span>
          </div>
        ))}
      </div>
      <div className={classes.chat}>
        <p className={classes.bubble}>A habit tracker with name, frequency and streak</p>
        <ul className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>
              <Check size={14} />
              {step}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
