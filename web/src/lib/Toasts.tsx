import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

export { notifications } from '@mantine/notifications';

/** Renders the notifications; loaded lazily. */
export default function Toasts() {
  return <Notifications position="bottom-right" limit={1} autoClose={5000} />;
}
