export type { Delivery, Events } from '../ports/events.ts';
export { openEvents } from './events.ts';
