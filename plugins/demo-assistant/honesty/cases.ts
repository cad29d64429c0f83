/** Acceptance criteria of answers. Patterns are case-insensitive regular expressions, matched against names and titles. */

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

/** A fitting app: all given criteria hold. */
export interface Fit {
  template?: TemplateName;
  /** Each matches a table. */
  tables?: string[];
  /** Each matches a field of any table. */
  fields?: string[];
  /** Visitors without an account may read, or add to, one of the tables. */
  guests?: 'read' | 'write';
}

export interface RequestCase {
  ask: string;
  /** Acceptable apps. Empty: the request must be refused, with alternatives. */
  fits?: Fit[];
  /** Each matches a part of the app (table, field, page, choice), or the answer names it as left out. */
  named?: string[];
  /** The answer names each as left out. */
  leftOut?: string[];
  /** Matches no table and no field. */
  never?: string[];
}

/** One expected change, found by comparing the app before and after. */
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
  /** A template, or the request from which the app was created. */
  app: TemplateName | { ask: string };
  /** Earlier requests, oldest first. */
  before?: string[];
  ask: string;
  /** The expected changes, and no others; the answer may name a field that already exists. Empty: no change, and the answer says so. */
  changes: Change[];
  /** The answer names each as left out. */
  leftOut?: string[];
}
