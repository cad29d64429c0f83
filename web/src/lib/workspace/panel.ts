import type { ApolloClient } from '@apollo/client';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { BuilderAppFragment } from '../../gen/builder.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';
import type { Account } from '../session.ts';

/** The app in the workspace. */
export type WorkspaceApp = BuilderAppFragment;

/**
 * Where a panel is placed.
 * - `main`: fills the workspace, one at a time; the first by order is open at the start.
 * - `side`: beside the main panel, and hidden on demand. Of several, the first by order.
 * - `popover`: below a button of its own in the header.
 * - `overlay`: over the first main panel.
 * `main` and `side` panels stay mounted once they were open; a popover is mounted while it is open.
 */
export type PanelPlace = 'main' | 'side' | 'popover' | 'overlay';

/** Look of a popover's button when it differs from the panel's icon. */
export interface PanelButton {
  readonly label: PlainTextKey;
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
 * A part of the workspace. A feature exports its own as `panel` from `features/<name>/panel.ts`; header, menu, search, URLs and the phone
 * layout are generated from all declarations.
 */
export interface Panel {
  /** Used in the URL, as in `?panel=code`. Lower case. */
  readonly id: string;
  /** Key of the label: one or two words, sentence case. */
  readonly title: PlainTextKey;
  readonly icon: LucideIcon;
  /** Lower comes first. */
  readonly order: number;
  readonly place: PanelPlace;
  readonly isVisible: (app: WorkspaceApp, account: Account | null) => boolean;
  /** For popovers only. */
  readonly button?: (app: WorkspaceApp) => PanelButton;
  /** The panel's component, in a chunk of its own. It takes no props: it reads shared state through the hooks of `lib/workspace`. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Requests what the panel shows first while its code loads: for the first main panel, the side panel and overlays. */
  readonly preload?: (request: PreloadRequest) => void;
}
