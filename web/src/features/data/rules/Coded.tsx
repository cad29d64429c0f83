import type { ReactNode } from 'react';

/** A sentence whose names of fields are set as code. */
export function Coded({ text }: { readonly text: string }): ReactNode {
  const parts = text.split(/(`[^`]+`)/);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no identity
  return parts.map((part, at) => (isCode(part) ? <code key={at}>{part.slice(1, -1)}</code> : part));
}

const isCode = (part: string): boolean => part.startsWith('`') && part.endsWith('`') && part.length > 2;
