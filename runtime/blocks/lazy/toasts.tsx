import { createRoot } from 'react-dom/client';
import { Toaster, toast } from '../../kit/sonner.tsx';
import type { Notice } from '../rows/notices.ts';

/** Mounts a toaster unless the app's layout has one, because Sonner shows a toast in every toaster of the page. */
function ensureToaster(): void {
  if (document.querySelector('section[aria-label^="Notifications"]') !== null) return;
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(<Toaster position="bottom-center" />);
}

/** `undoMs`: how long one that can be undone is shown. */
export function showToast({ text, tone = 'plain', undo }: Notice, undoMs: number): void {
  ensureToaster();
  const options = undo === undefined ? {} : { duration: undoMs, action: { label: 'Undo', onClick: undo } };
  if (tone === 'error') toast.error(text, options);
  else toast(text, options);
}
