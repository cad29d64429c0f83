export type { Delivery, Events } from '../ports/events.ts';
export { type EventHub, openEvents } from './events.ts';
export { joinMain } from './main-process.ts';
export { sharedLog } from './shared-log.ts';
export type { OpenUpstream } from './upstream.ts';
export type { EventMessage, Wire } from './wire.ts';
