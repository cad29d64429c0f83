import { createContext, useContext } from 'react';
import type { TurnFieldsFragment } from '../../gen/chat.ts';
import { type Cell, createCell, createInbox, createSignal, type Inbox, type Signal } from './cell.ts';
import type { WorkspaceApp } from './panel.ts';
import { noProblems, type Problems } from './problems.ts';

/** State of the current or last turn that panels other than the chat need. */
export interface TurnState {
  /** A message is being sent or answered: nothing else can be sent, and nothing edited by hand. */
  readonly isBusy: boolean;
  /** Null before the first turn. */
  readonly status: TurnFieldsFragment['status'] | null;
  /** Current step, such as `Writing pages/Home`, with its progress from 0 to 1; null while no turn is running. */
  readonly step: { readonly label: string; readonly share: number } | null;
}

export interface TurnEnd {
  /** It added rows, which change no file: views of rows have to refetch. */
  readonly addsRows: boolean;
}

export interface FileTarget {
  readonly file: string;
  readonly line: number | null;
}

/** An element of the app that a message is about, by its place in a version. */
export interface ElementSelection {
  readonly versionId: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** As it is written: `h1`, `Button`. */
  readonly tag: string;
}

/** A message that a panel sends to the assistant. */
export interface AskedMessage {
  readonly content: string;
  readonly selection?: ElementSelection | undefined;
}

/** Two versions whose files are compared. */
export interface Comparison {
  readonly versionId: string;
  /** Null: the version before it. */
  readonly sinceId: string | null;
}

/** The version that all panels show. */
export interface ShownVersion {
  /** Null before the first version. */
  readonly id: string | null;
  /** The newest one. */
  readonly currentId: string | null;
  /** A version older than the newest is shown, read-only. */
  readonly isOlder: boolean;
  readonly view: (id: string | null) => void;
  /** Asks for confirmation, then makes a new version that equals this one. `messageId`: later messages are hidden. */
  readonly restore: (id: string, messageId?: string) => void;
  /** False while an older version is shown; it then also asks what to do. */
  readonly mayChange: () => boolean;
}

/** Mutable state that panels share; each part has its hook in `hooks.ts`. */
export interface WorkspaceState {
  readonly turn: Cell<TurnState>;
  readonly turnEnds: Signal<TurnEnd>;
  /** An older version of the app was restored. */
  readonly restores: Signal<void>;
  readonly problems: Cell<Problems>;
  /** Problems were cleared though the app may be unchanged: the preview reports again those that remain. */
  readonly problemChecks: Signal<void>;
  /** What the same version compiles to has changed: the preview is compiled again. */
  readonly previewRestarts: Signal<void>;
  /** Ids of the panels that wait for a compile of the app. */
  readonly compiling: Cell<ReadonlySet<string>>;
  /** Names of the npm packages that the app needs and that are being fetched. */
  readonly fetching: Cell<readonly string[]>;
  /** Ids of the panels with unsaved changes. */
  readonly unsaved: Cell<ReadonlySet<string>>;
  /** Name of the page in the preview; null while there is none. */
  readonly page: Cell<string | null>;
  /** Portal target for the tools of the open main panel. */
  readonly toolbar: Cell<HTMLElement | null>;
  /** What the builder has selected in the preview, unless they took it off the message box. */
  readonly pointed: Cell<ElementSelection | null>;
  /** Messages for the assistant. */
  readonly messages: Inbox<AskedMessage>;
  /** Files to open in the code. */
  readonly files: Inbox<FileTarget>;
  /** Versions to compare. */
  readonly comparisons: Inbox<Comparison>;
}

export interface WorkspaceValue {
  readonly app: WorkspaceApp;
  /** Refetches the app. */
  readonly refetch: () => Promise<unknown>;
  readonly version: ShownVersion;
  /** Opens the panel with this id. `query` sets its parameters in the URL; null removes one. */
  readonly show: (panelId: string, query?: Readonly<Record<string, string | null>>) => void;
  readonly state: WorkspaceState;
}

export const createWorkspaceState = (): WorkspaceState => ({
  turn: createCell<TurnState>({ isBusy: false, status: null, step: null }),
  turnEnds: createSignal(),
  restores: createSignal(),
  problems: createCell(noProblems),
  problemChecks: createSignal(),
  previewRestarts: createSignal(),
  compiling: createCell<ReadonlySet<string>>(new Set()),
  fetching: createCell<readonly string[]>([]),
  unsaved: createCell<ReadonlySet<string>>(new Set()),
  page: createCell<string | null>(null),
  toolbar: createCell<HTMLElement | null>(null),
  pointed: createCell<ElementSelection | null>(null),
  messages: createInbox(),
  files: createInbox(),
  comparisons: createInbox(),
});

export const WorkspaceContext = createContext<WorkspaceValue | null>(null);

export function useWorkspace(): WorkspaceValue {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('This hook works in a panel of the workspace only.');
  return workspace;
}

/** The panel that contains a component. */
export interface PanelFrame {
  readonly id: string;
  /** Visible, not only mounted. */
  readonly isOpen: boolean;
  /** Closes a popover; does nothing in other panels. */
  readonly close: () => void;
}

export const PanelContext = createContext<PanelFrame | null>(null);

export function usePanel(): PanelFrame {
  const panel = useContext(PanelContext);
  if (panel === null) throw new Error('This hook works in a panel of the workspace only.');
  return panel;
}
