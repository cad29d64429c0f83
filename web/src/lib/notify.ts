import { type NotificationData, notifications } from '@mantine/notifications';

/** Shows one message at a time: a new one takes the place of the last, rather than waiting behind it. */
export function notify(message: NotificationData): void {
  notifications.clean();
  notifications.show({ withBorder: true, closeButtonProps: { 'aria-label': 'Close' }, ...message });
}

export const notifyDone = (message: string): void => notify({ message });

export const notifyError = (message: string): void => notify({ message, color: 'red', role: 'alert' });
