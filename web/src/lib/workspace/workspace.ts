import { createContext, useContext } from 'react';
import type { TurnFieldsFragment } from '../../gen/chat.ts';
import { type Cell, createCell, createInbox, createSignal, type Inbox, type Signal } from './cell.ts';
import type { WorkspaceApp } from './panel.ts';
import { noProblems, type Problems } from './problems.ts';

/** The assistant's turn under way or the last one, as far as other panels than the chat need it. */
export interface TurnState {
  /** A message is on its way or being answered: nothing else can be asked, and nothing changed by hand. */
  readonly isBusy: boolean;
  /** Null before the first turn. */
  readonly status: TurnFieldsFragment['status'] | null;
  /** What is being done, such as `Writing pages/Home`, and how far it is, 0 to 1; null while the assistant rests. */
  readonly step: { readonly label: string; readonly share: number } | null;
}

export interface TurnEnd {
  /** It added rows, which change no file: what shows them reads them again. */
  readonly addsRows: boolean;
}

export interface FileTarget {
  readonly file: string;
  readonly line: number | null;
}

/** The version that all panels show. */
export interface ShownVersion {
  /** Null before the first version. */
  readonly id: string | null;
  /** The newest one. */
  readonly currentId: string | null;
  /** An older version than the newest is shown: it can be looked at and not changed. */
  readonly isOlder: boolean;
  readonly view: (id: string | null) => void;
  /** Asks, and makes a new version that equals this one. `messageId`: later messages are hidden. */
  readonly restore: (id: string, messageId?: string) => void;
  /** False, and asks what to do, while an older version is shown. */
  readonly mayChange: () => boolean;
}

/** What panels share that changes by itself; each part has its hook in `hooks.ts`. */
export interface WorkspaceState {
  readonly turn: Cell<TurnState>;
  readonly turnEnds: Signal<TurnEnd>;
  /** The app went back to an older version. */
  readonly restores: Signal<void>;
  readonly problems: Cell<Problems>;
  /** Ids of the panels with changes that are not saved. */
  readonly unsaved: Cell<ReadonlySet<string>>;
  /** Name of the page in the preview; null while there is none. */
  readonly page: Cell<string | null>;
  /** Where the open main panel puts its tools. */
  readonly toolbar: Cell<HTMLElement | null>;
  /** Messages for the assistant. */
  readonly messages: Inbox<string>;
  /** Files to open in the code. */
  readonly files: Inbox<FileTarget>;
}

export interface WorkspaceValue {
  readonly app: WorkspaceApp;
  /** Reads the app again. */
  readonly refetch: () => Promise<unknown>;
  readonly version: ShownVersion;
  /** Opens the panel with this id. */
  readonly show: (panelId: string) => void;
  readonly state: WorkspaceState;
}

export const createWorkspaceState = (): WorkspaceState => ({
  turn: createCell<TurnState>({ isBusy: false, status: null, step: null }),
  turnEnds: createSignal(),
  restores: createSignal(),
  problems: createCell(noProblems),
  unsaved: createCell<ReadonlySet<string>>(new Set()),
  page: createCell<string | null>(null),
  toolbar: createCell<HTMLElement | null>(null),
  messages: createInbox(),
  files: createInbox(),
});

export const WorkspaceContext = createContext<WorkspaceValue | null>(null);

export function useWorkspace(): WorkspaceValue {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('This hook works in a panel of the workspace only.');
  return workspace;
}

/** The panel around a component. */
export interface PanelFrame {
  readonly id: string;
  /** It is on the screen, not only mounted. */
  readonly isOpen: boolean;
  /** Closes a popover; nothing for other panels. */
  readonly close: () => void;
}

export const PanelContext = createContext<PanelFrame | null>(null);

export function usePanel(): PanelFrame {
  const panel = useContext(PanelContext);
  if (panel === null) throw new Error('This hook works in a panel of the workspace only.');
  return panel;
}
