import { useSyncExternalStore } from 'react';

/** Observable value that panels share. Only components that read it render when it changes. */
export interface Cell<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createCell<T>(initial: T): Cell<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const useCell = <T>(cell: Cell<T>): T => useSyncExternalStore(cell.subscribe, cell.get);

/** Events for the current subscribers; later ones get no replay. */
export interface Signal<T> {
  readonly emit: (value: T) => void;
  /** Returns the unsubscribe function. */
  readonly listen: (listener: (value: T) => void) => () => void;
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Requests to one panel, queued while its code loads. */
export interface Inbox<T> {
  readonly send: (request: T) => void;
  /** Returns the unsubscribe function. */
  readonly receive: (receiver: (request: T) => void) => () => void;
}

export function createInbox<T>(): Inbox<T> {
  const queue: T[] = [];
  let current: ((request: T) => void) | null = null;
  return {
    send(request) {
      if (current === null) queue.push(request);
      else current(request);
    },
    receive(receiver) {
      current = receiver;
      for (const request of queue.splice(0)) receiver(request);
      return () => {
        if (current === receiver) current = null;
      };
    },
  };
}
