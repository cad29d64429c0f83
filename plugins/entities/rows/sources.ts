import type { Actor } from '@sayso/core';
import type { Caller } from '../permissions/caller.ts';
import type { TableAddress } from '../ref.ts';

/** What changed a row: an admin of the app in the builder, the assistant on their behalf, an import, or the app itself. */
export const CHANGE_SOURCES = ['hand', 'assistant', 'import', 'app'] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** Tokens belong to the code of an app, in the preview, too. */
export function sourceOf(actor: Actor, caller: Caller, { by }: Pick<TableAddress, 'by'>): ChangeSource {
  if (actor.kind !== 'account' || caller.kind !== 'admin') return 'app';
  return by ?? 'hand';
}
