import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { connectionBack } from './connection.ts';

/** Loads code of the pages; when that fails for want of a connection, again once it is back. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      const back = connectionBack();
      if (back === null) throw error;
      await back;
    }
  }
}

/** React's `lazy`, with the same patience. */
export const lazyCode = <Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => loadCode(load));
