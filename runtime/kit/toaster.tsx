import { useEffect, useState, useSyncExternalStore } from 'react';
import { addPlace, currentPlace, currentToasts, subscribe } from './parts/toast-store.ts';
import { Toast, ToastClose, ToastDescription, ToastProvider, ToastTitle, ToastViewport } from './toast.tsx';

/** Renders the toasts of `useToast`. sonner's toasts have their own toaster, "@/components/ui/sonner". Of several the first one renders. */
export function Toaster() {
  // Not useId, whose ids are unique only within one React root.
  const [id] = useState(() => Symbol('toaster'));
  const place = useSyncExternalStore(subscribe, currentPlace);
  const toasts = useSyncExternalStore(subscribe, currentToasts);
  useEffect(() => addPlace(id), [id]);
  if (place !== id) return null;
  return (
    <ToastProvider>
      {toasts.map(({ id: key, title, description, action, ...props }) => (
        <Toast key={key} {...props}>
          <div className="grid gap-1">
            {title ? <ToastTitle>{title}</ToastTitle> : null}
            {description ? <ToastDescription>{description}</ToastDescription> : null}
          </div>
          {action}
          <ToastClose />
        </Toast>
      ))}
      <ToastViewport />
    </ToastProvider>
  );
}
