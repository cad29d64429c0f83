import { type ComponentPropsWithoutRef, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './Login.module.css';

// The page of the log-in is the first that people see: its controls look like Mantine's, which would double what it loads.

interface FieldProps extends Omit<ComponentPropsWithoutRef<'input'>, 'id' | 'className'> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  /** Beside the text, at the end. */
  readonly control?: ReactNode;
}

export function Field({ label, description, error, control, ...input }: FieldProps) {
  const id = useId();
  const notes = [description === undefined ? null : `${id}-description`, error === undefined ? null : `${id}-error`].filter(Boolean);
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {description === undefined ? null : (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      <div className={classes.field} data-invalid={error === undefined ? undefined : true}>
        <input
          {...input}
          id={id}
          className={classes.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
        />
        {control}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'control'>) {
  const t = useTranslations('auth');
  const [isShown, setIsShown] = useState(false);
  const control = (
    <button
      type="button"
      className={classes.eye}
      aria-label={t('togglePassword')}
      aria-pressed={isShown}
      onClick={() => setIsShown(!isShown)}
    >
      <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M2 12s3.600-7 10-7 10 7 10 7-3.600 7-10 7-10-7-10-7Z" />
        <circle cx="12" cy="12" r="3" />
        {isShown ? <path d="m3 3 18 18" /> : null}
      </svg>
    </button>
  );
  return <Field {...props} type={isShown ? 'text' : 'password'} control={control} />;
}

interface SubmitProps extends Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'disabled'> {
  readonly isLoading: boolean;
  readonly isPrimary?: boolean;
}

export function WideButton({ isLoading, isPrimary = false, children, ...props }: SubmitProps) {
  return (
    <button
      {...props}
      className={classes.button}
      data-primary={isPrimary || undefined}
      data-loading={isLoading || undefined}
      disabled={isLoading}
    >
      <span>{children}</span>
    </button>
  );
}

/** Why a form was refused; announced when it appears. */
export function Refusal({ message }: { readonly message: string | null }) {
  return message === null ? null : (
    <p role="alert" className={classes.refusal}>
      {message}
    </p>
  );
}
