/** What a fair judge asks of an answer. Patterns are regular expressions without case, held against names and titles. */

export type TemplateName =
  | 'todo'
  | 'expenses'
  | 'crm'
  | 'bookings'
  | 'invoices'
  | 'inventory'
  | 'recipes'
  | 'workout'
  | 'event'
  | 'survey'
  | 'helpdesk'
  | 'portfolio'
  | 'landing'
  | 'blog'
  | 'poll'
  | 'club';

/** An app that fits: everything that is stated holds. */
export interface Fit {
  template?: TemplateName;
  /** Each is a table. */
  tables?: string[];
  /** Each is a field of some table. */
  fields?: string[];
  /** Visitors without an account may read, or add to, one of the tables. */
  guests?: 'read' | 'write';
}

export interface RequestCase {
  ask: string;
  /** Any one of these fits. None: the request must be refused, with what can be built instead. */
  fits?: Fit[];
  /** Each is in the app (table, field, page, choice), or the answer names it as left out. */
  named?: string[];
  /** The answer names each as left out. */
  leftOut?: string[];
  /** No table and no field has such a name. */
  never?: string[];
}

/** One change of an app as a judge finds it by comparing the app before and after. */
export type Change =
  | { is: 'field added'; field: string; type?: 'string' | 'number' | 'date' | 'boolean' | 'choice' }
  | { is: 'field removed'; field: string }
  | { is: 'field renamed'; from: string; to: string }
  | { is: 'title'; text: string }
  | { is: 'colour'; hue: 'green' | 'blue' | 'red' | 'orange' | 'purple' | 'pink' | 'yellow' | 'teal' | 'grey' | 'black' }
  | { is: 'theme'; text: string }
  | { is: 'sort'; by: string; descending?: boolean }
  | { is: 'page'; of: string }
  | { is: 'chart' }
  | { is: 'filter'; by: string }
  | { is: 'rows'; atLeast: number }
  | { is: 'access'; of: 'read' | 'write'; to: 'all' | 'anonymous' | 'admin' | 'creator' }
  | { is: 'table'; name: string }
  | { is: 'undone' };

export interface FollowUpCase {
  /** A template, or the request that the app was made of. */
  app: TemplateName | { ask: string };
  /** What was asked before it, oldest first. */
  before?: string[];
  ask: string;
  /** All of them happen, and nothing else; a field that is already there may be named so. Empty: nothing changes, and the answer says so. */
  changes: Change[];
  /** The answer names each as left out. */
  leftOut?: string[];
}
