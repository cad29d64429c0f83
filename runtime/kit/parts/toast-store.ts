import type { ReactElement, ReactNode } from 'react';
import type { ToastProps } from '../toast.tsx';

/** One toast at a time: a new one replaces the last. */
const LIMIT = 1;
/** Milliseconds for which a dismissed toast stays in the list; it is closed, hence invisible, at once. */
const REMOVE_DELAY = 1_000_000;

export type ToasterToast = Omit<ToastProps, 'title'> & {
  id: string;
  title?: ReactNode;
  description?: ReactNode;
  action?: ReactElement;
};
export type ToastOptions = Omit<ToasterToast, 'id'>;

let toasts: readonly ToasterToast[] = [];
/** Ids of the mounted toasters: only the first one renders. */
let places: readonly symbol[] = [];
let count = 0;
const listeners = new Set<() => void>();
const removals = new Set<string>();

function changed(): void {
  for (const listener of listeners) listener();
}

function change(next: readonly ToasterToast[]): void {
  toasts = next;
  changed();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentToasts = () => toasts;
export const currentPlace = () => places[0];

export function addPlace(id: symbol): () => void {
  places = [...places, id];
  changed();
  return () => {
    places = places.filter((place) => place !== id);
    changed();
  };
}

/** Closes one toast, or all. */
export function dismiss(id?: string): void {
  for (const toast of toasts) if (id === undefined || toast.id === id) removeLater(toast.id);
  change(toasts.map((toast) => (id === undefined || toast.id === id ? { ...toast, open: false } : toast)));
}

function removeLater(id: string): void {
  if (removals.has(id)) return;
  removals.add(id);
  setTimeout(() => {
    removals.delete(id);
    change(toasts.filter((toast) => toast.id !== id));
  }, REMOVE_DELAY);
}

export function show(options: ToastOptions) {
  count += 1;
  const id = String(count);
  const close = () => dismiss(id);
  const onOpenChange = (open: boolean) => {
    if (!open) close();
  };
  change([{ ...options, id, open: true, onOpenChange }, ...toasts].slice(0, LIMIT));
  return {
    id,
    dismiss: close,
    update: (next: Partial<ToastOptions>) => change(toasts.map((toast) => (toast.id === id ? { ...toast, ...next, id } : toast))),
  };
}
