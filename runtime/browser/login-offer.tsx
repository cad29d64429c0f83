import { type CSSProperties, useSyncExternalStore } from 'react';
import { login } from '../sdk/auth.ts';
import { connection, onTokenChange } from '../sdk/connection.ts';
import { onLoginNeeded } from '../sdk/errors.ts';

const listeners = new Set<() => void>();
let isOffered = false;

const key = () => `sayso.loginLater.${connection.appId}`;

function set(next: boolean): void {
  if (next === isOffered) return;
  isOffered = next;
  for (const listener of listeners) listener();
}

/** Offers the log-in from now on where a visitor meets a refusal. Apps that were made for a platform with its own log-in lead to none. */
export function offerLogin(): void {
  onLoginNeeded(() => set(connection.token === null && connection.builderUrl !== '' && !isPutOff()));
  onTokenChange(() => set(false));
  // The app asks for a password itself, at once or later.
  const forms = new MutationObserver(() => {
    if (isOffered && hasForm()) set(false);
  });
  forms.observe(document.body, { childList: true, subtree: true });
}

const hasForm = (): boolean => document.querySelector('input[type="password"]') !== null;

function isPutOff(): boolean {
  if (hasForm()) return true;
  try {
    return sessionStorage.getItem(key()) !== null;
  } catch {
    return false;
  }
}

function putOff(): void {
  set(false);
  try {
    sessionStorage.setItem(key(), '1');
  } catch {
    // The storage is unavailable: it is offered again when the page loads.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A visitor was refused: a way to the log-in and back to this page. */
export function LoginOffer() {
  const shown = useSyncExternalStore(subscribe, () => isOffered);
  if (!shown) return null;
  return (
    <section aria-label="Log in" style={card}>
      <span role="status">Log in to see and do everything here.</span>
      <span style={{ display: 'flex', gap: 8 }}>
        <button type="button" style={quiet} onClick={putOff}>
          Not now
        </button>
        <button type="button" style={main} onClick={() => login()}>
          Log in
        </button>
      </span>
    </section>
  );
}

// Inline styles: the app may have no style sheet of its own.
const card: CSSProperties = {
  position: 'fixed',
  insetInline: 12,
  bottom: 12,
  marginInline: 'auto',
  maxWidth: 480,
  zIndex: 60,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: 12,
  borderRadius: 12,
  border: '1px solid var(--border, #d4d4d8)',
  background: 'var(--card, #ffffff)',
  color: 'var(--card-foreground, #18181b)',
  font: '14px/1.5 "Inter Variable", system-ui, sans-serif',
};
const action: CSSProperties = { font: 'inherit', minHeight: 36, padding: '4px 12px', borderRadius: 8, cursor: 'pointer' };
const quiet: CSSProperties = {
  ...action,
  border: '1px solid var(--border, #d4d4d8)',
  background: 'transparent',
  color: 'inherit',
};
const main: CSSProperties = {
  ...action,
  border: '1px solid transparent',
  background: 'var(--primary, #18181b)',
  color: 'var(--primary-foreground, #ffffff)',
};
