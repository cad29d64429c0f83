import { Logo } from './Logo.tsx';
import classes from './Pending.module.css';

/** Shown before the screen is known; appears only after a delay. */
export function Pending() {
  return (
    <div className={classes.root} role="status" aria-label="Loading">
      <Logo size={32} />
    </div>
  );
}
