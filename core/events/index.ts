export { type Events, openEvents } from './events.ts';
export type { Delivery } from './subscription.ts';
