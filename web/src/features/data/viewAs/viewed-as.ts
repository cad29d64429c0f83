/** Whose eyes the rows are read with: a visitor's, those of an account without rows, or of the account with this id. */
export type ViewedAs = 'visitor' | 'user' | `user:${string}`;

/** The value of an address of the page; null for the builder's own view. */
export const viewedAs = (text: string | null): ViewedAs | null => (/^(visitor|user|user:.+)$/.test(text ?? '') ? (text as ViewedAs) : null);

/** The id of the account; null for a visitor or an account without rows. */
export const accountIdOf = (as: ViewedAs): string | null => (as.startsWith('user:') ? as.slice('user:'.length) : null);
