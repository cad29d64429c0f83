import { useState } from 'react';

/** The open files of an app, in the order in which they were opened. */
export interface Tabs {
  readonly paths: readonly string[];
  /** Null: none was chosen yet. */
  readonly active: string | null;
}

const none: Tabs = { paths: [], active: null };

export const withOpen = ({ paths }: Tabs, path: string): Tabs => ({ paths: paths.includes(path) ? paths : [...paths, path], active: path });

/** The neighbour of a closed tab becomes the active one. */
export function withoutTab({ paths, active }: Tabs, path: string): Tabs {
  const index = paths.indexOf(path);
  const rest = paths.filter((each) => each !== path);
  return { paths: rest, active: active === path ? (rest[Math.min(index, rest.length - 1)] ?? null) : active };
}

export const withRenamed = ({ paths, active }: Tabs, from: string, to: string): Tabs => ({
  paths: paths.map((path) => (path === from ? to : path)),
  active: active === from ? to : active,
});

/** Open files, remembered for this tab of the browser. */
export function useTabs(appId: string) {
  const key = `sayso-tabs-${appId}`;
  const [tabs, setTabs] = useState<Tabs>(() => read(key));
  const change = (step: (tabs: Tabs) => Tabs) =>
    setTabs((current) => {
      const next = step(current);
      try {
        sessionStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be blocked; the tabs last until the page is closed.
      }
      return next;
    });
  return {
    tabs,
    open: (path: string) => change((current) => withOpen(current, path)),
    close: (path: string) => change((current) => withoutTab(current, path)),
    rename: (from: string, to: string) => change((current) => withRenamed(current, from, to)),
  };
}

function read(key: string): Tabs {
  try {
    const { paths, active } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Tabs>;
    if (!Array.isArray(paths)) return none;
    return { paths: paths.filter((path) => typeof path === 'string'), active: typeof active === 'string' ? active : null };
  } catch {
    return none;
  }
}
