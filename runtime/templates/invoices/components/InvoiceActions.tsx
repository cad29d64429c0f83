import { Mail, Printer } from 'lucide-react';
import { useRow, useRowChanges } from '@/components/blocks/data';
import InvoiceStatus from '@/components/InvoiceStatus';
import { Button } from '@/components/ui/button';
import { Customer } from '@/entities/Customer';
import { Invoice } from '@/entities/Invoice';
import { isOverdue, money, totalOf } from '@/services/totals';

/** The actions of an invoice: print, mail to the customer, mark as sent or paid. */
export default function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { update } = useRowChanges(Invoice);
  const { row: customer } = useRow(Customer, invoice.customer);
  const subject = `${isOverdue(invoice) ? 'Reminder: invoice' : 'Invoice'} ${invoice.number}, ${money(totalOf(invoice))}`;
  const next = invoice.status === 'Draft' ? 'Sent' : invoice.status === 'Sent' ? 'Paid' : null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <InvoiceStatus invoice={invoice} />
      <Button variant="outline" onClick={() => window.print()}>
        <Printer /> Print
      </Button>
      {customer?.email ? (
        <Button variant="outline" asChild>
          <a href={`mailto:${customer.email}?subject=${encodeURIComponent(subject)}`}>
            <Mail /> Email
          </a>
        </Button>
      ) : null}
      {next ? <Button onClick={() => update(invoice, { status: next })}>Mark as {next.toLowerCase()}</Button> : null}
    </div>
  );
}
