import type { ChildProcess } from 'node:child_process';
import type { EventMessage, Wire } from '../events/index.ts';

/** Carries events over the IPC channel between the main process and a member: of the child there, of the own `process` here. */
export function eventWire(peer: ChildProcess | NodeJS.Process): Wire {
  return {
    async send(message) {
      if (!peer.connected) return;
      // Also called with an error when the channel is closed; `closed` reports that.
      await new Promise<void>((resolve) => peer.send?.(message, undefined, undefined, () => resolve()));
    },
    listen(listener) {
      peer.on('message', (message: { readonly kind: string }) => {
        if (message.kind.startsWith('events')) listener(message as EventMessage);
      });
    },
    closed: new Promise((resolve) => peer.once('disconnect', () => resolve())),
  };
}
