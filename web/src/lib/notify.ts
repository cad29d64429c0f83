import type { NotificationData } from '@mantine/notifications';

/** Tells `Toaster`, which brings the messages' place along when the first one comes. */
export const toastEvent = 'sayso:toast';

const load = () => import('@mantine/notifications');

/** Shows one message at a time: a new one takes the place of the last, rather than waiting behind it. */
export async function notify(message: NotificationData): Promise<void> {
  window.dispatchEvent(new Event(toastEvent));
  const { notifications } = await load();
  notifications.clean();
  notifications.show({ withBorder: true, color: 'gray', role: 'status', closeButtonProps: { 'aria-label': 'Close' }, ...message });
}

export const notifyDone = (message: string): void => void notify({ message });

export const notifyError = (message: string): void => void notify({ message, color: 'red', role: 'alert' });

/** Takes a message away again. */
export const hideNotice = (id: string): void => void load().then(({ notifications }) => notifications.hide(id));
