export { OutboxScreen as Component } from '../../features/outbox/OutboxScreen.tsx';
