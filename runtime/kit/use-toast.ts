import type { ReactNode } from 'react';
import { toast as show } from 'sonner';

/** The older interface of shadcn/ui, on sonner: what models still write by heart. */
export interface ToastOptions {
  title?: ReactNode;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  /** Milliseconds; default as sonner's. */
  duration?: number;
  action?: ReactNode;
}

export function toast({ title, description, variant = 'default', duration, action }: ToastOptions) {
  const options = { description, ...(duration === undefined ? {} : { duration }), ...(action === undefined ? {} : { action }) };
  const id = variant === 'destructive' ? show.error(title, options) : show(title, options);
  return { id, dismiss: () => show.dismiss(id), update: (next: ToastOptions) => toast(next) };
}

export function useToast() {
  return { toast, dismiss: (id?: string | number) => show.dismiss(id), toasts: [] as const };
}
