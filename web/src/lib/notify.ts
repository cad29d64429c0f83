import type { NotificationData } from '@mantine/notifications';
import { translator } from '../i18n/language.ts';

/** Event on which `Toaster` loads the container of the notifications. */
export const toastEvent = 'sayso:toast';

/** Code of the notifications, which most visits need not load. */
export const loadToasts = () => import('./Toasts.tsx');

/** Shows one notification at a time: a new one replaces the last instead of queueing behind it. */
export async function notify(message: NotificationData): Promise<void> {
  window.dispatchEvent(new Event(toastEvent));
  const loaded = await loadToasts().catch(() => null);
  if (loaded === null) return;
  const { notifications } = loaded;
  notifications.clean();
  notifications.show({
    withBorder: true,
    color: 'gray',
    role: 'status',
    closeButtonProps: { 'aria-label': translator()('common.close') },
    ...message,
  });
}

export const notifyDone = (message: string): void => void notify({ message });

export const notifyError = (message: string): void => void notify({ message, color: 'red', role: 'alert' });

/** Dismisses a notification. */
export const hideNotice = (id: string): void =>
  void loadToasts().then(
    ({ notifications }) => notifications.hide(id),
    () => undefined,
  );
