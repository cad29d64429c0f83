import { createElement, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { currentPlace, currentToasts, dismiss, show, subscribe, type ToastOptions } from './parts/toast-store.ts';
import { Toaster } from './toaster.tsx';

export type { ToasterToast } from './parts/toast-store.ts';

/** Shows a toast in the `Toaster` of "@/components/ui/toaster". */
export function toast(options: ToastOptions) {
  const shown = show(options);
  // After the effects of the render at hand, which may mount one.
  setTimeout(ensurePlace);
  return shown;
}

/** An app that mounts no `Toaster` still shows its toasts. */
function ensurePlace(): void {
  if (currentPlace() !== undefined) return;
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(createElement(Toaster));
}

export function useToast() {
  return { toasts: useSyncExternalStore(subscribe, currentToasts), toast, dismiss };
}
