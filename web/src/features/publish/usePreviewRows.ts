import { useState } from 'react';
import type { CopiedTable } from '../../lib/rowCopies.ts';
import { type RowCopyState, useRowCopy } from '../../lib/useRowCopy.ts';

export interface PreviewRowsState {
  /** Tables with rows in the preview, while the published app has none; else empty. */
  readonly tables: readonly CopiedTable[];
  /** Whether publishing copies them. */
  readonly isChosen: boolean;
  choose(isChosen: boolean): void;
  readonly state: RowCopyState;
}

/** The rows of the preview that a published app without rows may start with. Nothing is offered when they cannot be read. */
export function usePreviewRows(appId: string): PreviewRowsState {
  const state = useRowCopy({ appId, from: 'draft', to: 'live' });
  const [isChosen, choose] = useState(false);
  const tables = state.preview?.tables ?? [];
  const isLiveEmpty = tables.every(({ to }) => to === 0);
  return { tables: isLiveEmpty ? tables.filter(({ from }) => from > 0) : [], isChosen, choose, state };
}
