import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { connectionBack, isConnectionLost } from './connection.ts';

/**
 * Loads code of the pages; without a connection, once it is back. Browsers may remember that a module could not be loaded, so nothing is
 * tried while they know that they are offline.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    if (!navigator.onLine && (await isConnectionLost())) await connectionBack();
    try {
      return await load();
    } catch (error) {
      if (!(await isConnectionLost())) throw error;
      await connectionBack();
    }
  }
}

/** React's `lazy`, with the same patience. */
export const lazyCode = <Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => loadCode(load));
