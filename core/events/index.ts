export { type Events, type EventsOptions, openEvents } from './events.ts';
export type { Delivery } from './subscription.ts';
