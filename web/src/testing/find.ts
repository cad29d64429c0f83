import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

type Name = string | RegExp;
type Role = Parameters<typeof screen.findByRole>[0];

/** Waits for the one visible element of a role and name. */
const byRole = (role: Role) => (name: Name) => screen.findByRole(role, { name });

export const button = byRole('button');
export const link = byRole('link');
export const heading = byRole('heading');
export const dialog = byRole('dialog');
export const menuItem = byRole('menuitem');
export const list = byRole('list');
export const toggle = byRole('switch');
/** A form control by its label. */
export const field = (label: Name) => screen.findByLabelText<HTMLInputElement>(label);
export const text = (words: Name) => screen.findByText(words);

/** Waits for an announced error with this text. */
export const alert = (words: Name) =>
  waitFor(() => {
    const texts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(texts.some((each) => (typeof words === 'string' ? each.includes(words) : words.test(each)))).toBe(true);
  });

/** Whether a control is absent now. */
export const isGone = (role: Role, name: Name): boolean => screen.queryByRole(role, { name }) === null;
/** Waits until a control is absent. */
export const gone = (role: Role, name: Name) => waitFor(() => expect(screen.queryByRole(role, { name })).toBeNull());
/** Waits until text is absent. */
export const textGone = (words: Name) => waitFor(() => expect(screen.queryByText(words)).toBeNull());

/** Waits until the element has the focus. */
export const focused = (element: Element | null) =>
  waitFor(() => expect(document.activeElement === element, `${document.activeElement?.outerHTML.slice(0, 200)} has the focus`).toBe(true));
