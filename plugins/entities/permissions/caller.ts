import type { Permission, Person } from '@sayso/apps/ref';
import type { FieldRules, RowRules } from '@sayso/core/rules';

/** The caller, as far as the permissions of a table are concerned. */
export type Caller =
  | { readonly kind: 'visitor' }
  /** `person`: absent where no rule of the table reads it. */
  | { readonly kind: 'user'; readonly id: string; readonly person?: Person }
  /** Administers the app; `id` is null without an account. */
  | { readonly kind: 'admin'; readonly id: string | null }
  /** Sees what admins see, and changes nothing. */
  | { readonly kind: 'viewer'; readonly id: string };

export interface TablePermissions {
  readonly read: Permission;
  readonly write: Permission;
  /** What holds instead, by operation. */
  readonly rules?: RowRules;
  /** The rules of single fields. */
  readonly fields?: FieldRules;
}
