import { useUser } from '@/auth';
import { useAccess, useRowChanges } from '@/components/blocks/data';
import { Agent } from '@/entities/Agent';
import { Ticket } from '@/entities/Ticket';

export const OPEN = { status: { $ne: 'Solved' } };

/** Whether the user is an agent, which the server enforces. */
export const useIsAgent = (): boolean => useAccess(Agent).see === 'all';

/**
 * Adds a reply to a ticket and updates its status. Replies are part of the ticket, so that they share its permissions; of two that are sent
 * in the same second, the later one wins. The server lets customers change all fields of their own tickets.
 */
export function useReply() {
  const { update } = useRowChanges(Ticket);
  const { user } = useUser();
  const isAgent = useIsAgent();
  return (ticket: Ticket, text: string) => {
    const name = isAgent ? (user?.name ?? 'Support') : ticket.requester;
    const reply = { from: isAgent ? 'Agent' : 'Customer', name, text, at: new Date().toISOString() };
    const status = isAgent ? 'Waiting for customer' : 'In progress';
    return update(ticket, { replies: [...(ticket.replies ?? []), reply], status });
  };
}
