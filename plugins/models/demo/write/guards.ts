import { code } from '../code.ts';
import type { Table } from '../plan.ts';

/** Parts of a page that depend on who may read and write the table. */
export interface Guards {
  /** Whether the page shows `LoginPrompt`. */
  readonly usesLogin: boolean;
  /** Declares what the page must know of its visitor. */
  readonly visitor: string;
  /** Early returns of the page's content. */
  readonly login: string;
  /** The main button that opens the form. */
  button(label: string, className?: string): string;
  /** Expression: may the visitor add and change rows? */
  readonly canWrite: string;
}

export function writeGuards(table: Table): Guards {
  const { read, write } = table.permissions;
  const isOpen = write === 'anonymous' || write === 'all';
  const canWrite = isOpen ? 'true' : 'Boolean(user)';
  const isPrivate = read === 'creator' || read === 'admin';
  const prompt =
    read === 'admin'
      ? `Only the owner of this app can see its ${table.plural}.`
      : `Log in to see your ${table.plural} on any device. Only you and the owner of this app can see them.`;
  return {
    usesLogin: isPrivate,
    canWrite,
    visitor: 'const { user, isLoading } = useUser();',
    login: code`
      ${isPrivate && `if (status === 'denied' || (!isLoading && !user)) return <LoginPrompt title=${JSON.stringify(read === 'admin' ? 'This is private' : 'Log in to add your own')} text=${JSON.stringify(prompt)} />;`}
    `,
    button: (label, className = '') => code`
      {${isOpen ? '!isLoading' : 'user'} && (
        <Button ${className && `className="${className}" `}onClick={() => edit({})}>
          <Plus className="size-4" />
          ${label}
        </Button>
      )}
    `,
  };
}
