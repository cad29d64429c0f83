import { Logo } from './Logo.tsx';
import classes from './Pending.module.css';

/** Nothing is known yet, not even which screen. It shows only when that takes long. */
export function Pending() {
  return (
    <div className={classes.root} role="status" aria-label="Loading">
      <Logo size={32} />
    </div>
  );
}
