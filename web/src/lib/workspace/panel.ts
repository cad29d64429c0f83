import type { ApolloClient } from '@apollo/client';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { BuilderAppFragment } from '../../gen/builder.ts';
import type { Account } from '../session.ts';

/** The app in the workspace. */
export type WorkspaceApp = BuilderAppFragment;

/**
 * Where a panel stands.
 * - `main`: fills the workspace, one at a time; the first by order is open at the start.
 * - `side`: beside the main panel, and hidden on demand. Of several, the first by order.
 * - `popover`: below a button of its own in the header.
 * - `overlay`: over the first main panel.
 * `main` and `side` panels stay mounted once they were open; a popover is mounted while it is open.
 */
export type PanelPlace = 'main' | 'side' | 'popover' | 'overlay';

/** How the button of a popover looks when it is more than the panel's icon. */
export interface PanelButton {
  readonly label: string;
  readonly isProminent: boolean;
  readonly isDisabled: boolean;
}

export interface PreloadRequest {
  readonly client: ApolloClient;
  readonly appId: string;
  /** The query of the workspace's address. */
  readonly query: URLSearchParams;
}

/**
 * A part of the workspace. A feature declares its own in `features/<name>/panel.ts`, as the export `panel`; header, menu, search, addresses
 * and the phone layout are made of all declarations.
 */
export interface Panel {
  /** Stands in the address, as in `?panel=code`. Lower case. */
  readonly id: string;
  /** What people read: one or two words, sentence case. */
  readonly title: string;
  readonly icon: LucideIcon;
  /** Lower comes first. */
  readonly order: number;
  readonly place: PanelPlace;
  readonly isVisible: (app: WorkspaceApp, account: Account | null) => boolean;
  /** For popovers only. */
  readonly button?: (app: WorkspaceApp) => PanelButton;
  /** The panel's component, in a chunk of its own. It takes no props: what it needs of the others comes by the hooks of `lib/workspace`. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Asks for what the panel shows first while its code loads: for the first main panel, the side panel and overlays. */
  readonly preload?: (request: PreloadRequest) => void;
}
