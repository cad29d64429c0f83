import { fieldOf } from '@/components/blocks/data';
import { OptionBadge } from '@/components/blocks/fields';
import { Invoice } from '@/entities/Invoice';
import { isOverdue } from '@/services/totals';

/** Overdue is no status of its own: it follows from the due date. */
export default function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  return <OptionBadge field={fieldOf(Invoice, 'status')} value={isOverdue(invoice) ? 'Overdue' : invoice.status} />;
}
