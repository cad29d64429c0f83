import { createElement, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { currentPlace, currentToasts, dismiss, show, subscribe, type ToastOptions } from './parts/toast-store.ts';
import { Toaster } from './toaster.tsx';

export type { ToasterToast } from './parts/toast-store.ts';

/** Shows a toast in the `Toaster` of "@/components/ui/toaster". */
export function toast(options: ToastOptions) {
  const shown = show(options);
  // Deferred until the effects of the current render have run, which may mount a toaster.
  setTimeout(ensurePlace);
  return shown;
}

/** Mounts a `Toaster` for apps that have none. */
function ensurePlace(): void {
  if (currentPlace() !== undefined) return;
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(createElement(Toaster));
}

export function useToast() {
  return { toasts: useSyncExternalStore(subscribe, currentToasts), toast, dismiss };
}
