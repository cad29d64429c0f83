import { parseDate, useRow, useRows } from '@/components/blocks/data';
import { Business } from '@/entities/Business';
import { Customer } from '@/entities/Customer';
import type { Invoice } from '@/entities/Invoice';
import { lineTotal, money, netOf, taxOf, totalOf } from '@/services/totals';

/** The invoice as the customer receives it, on screen and in print. */
export default function InvoicePaper({ invoice }: { invoice: Invoice }) {
  const [business] = useRows(Business, { limit: 1 }).rows;
  const { row: customer } = useRow(Customer, invoice.customer);
  return (
    <div className="rounded-xl border bg-card p-5 text-sm sm:p-10 print:border-0 print:p-0">
      <div className="flex flex-wrap justify-between gap-6">
        <div>
          <p className="font-semibold text-lg text-primary">{business?.name ?? 'Your business'}</p>
          <p className="whitespace-pre-line text-muted-foreground">{business?.address ?? 'Fill in your letterhead'}</p>
        </div>
        <div className="text-muted-foreground sm:text-right">
          {[business?.email, business?.phone, business?.taxId && `Tax number ${business.taxId}`].map(
            (line) => line && <p key={line}>{line}</p>,
          )}
        </div>
      </div>
      <div className="mt-10 flex flex-wrap justify-between gap-6">
        <div>
          <p className="text-muted-foreground">Bill to</p>
          <p className="font-medium">{customer?.name}</p>
          {customer?.contact ? <p>{customer.contact}</p> : null}
          <p className="whitespace-pre-line">{customer?.address}</p>
          {customer?.taxId ? <p>Tax number {customer.taxId}</p> : null}
        </div>
        <dl className="grid grid-cols-[auto_auto] content-start gap-x-6 gap-y-1 tabular-nums">
          <Fact label="Invoice" value={invoice.number} />
          <Fact label="Issued" value={longDate(invoice.issued)} />
          <Fact label="Due" value={longDate(invoice.due)} />
        </dl>
      </div>
      <table className="mt-10 w-full tabular-nums">
        <thead>
          <tr className="border-b text-muted-foreground">
            <th className="py-2 text-left font-normal">Description</th>
            <th className="py-2 pl-3 text-right font-normal">Quantity</th>
            <th className="py-2 pl-3 text-right font-normal max-sm:hidden print:table-cell">Price</th>
            <th className="py-2 pl-3 text-right font-normal">Amount</th>
          </tr>
        </thead>
        <tbody>
          {invoice.items.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: line items have no id
            <tr key={index} className="break-inside-avoid border-b">
              <td className="py-2.5">{line.description}</td>
              <td className="py-2.5 pl-3 text-right">{line.quantity}</td>
              <td className="py-2.5 pl-3 text-right max-sm:hidden print:table-cell">{money(line.price)}</td>
              <td className="py-2.5 pl-3 text-right">{money(lineTotal(line))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="mt-4 ml-auto grid w-full max-w-64 break-inside-avoid grid-cols-2 gap-y-2 tabular-nums">
        <Fact label="Subtotal" value={money(netOf(invoice))} />
        <Fact label={`Tax ${invoice.taxRate} %`} value={money(taxOf(invoice))} />
        <Fact label="Total" value={money(totalOf(invoice))} isStrong />
      </dl>
      <div className="mt-10 grid max-w-prose break-inside-avoid gap-3">
        {invoice.notes ? <p className="whitespace-pre-line">{invoice.notes}</p> : null}
        {business?.bank ? (
          <p>
            Please pay to {business.bank}, stating {invoice.number}.
          </p>
        ) : null}
        {business?.terms ? <p className="whitespace-pre-line text-muted-foreground">{business.terms}</p> : null}
      </div>
    </div>
  );
}

/** Always with the year, because invoices are archived. */
const longDate = (day: string) => parseDate(day)?.toLocaleDateString(undefined, { dateStyle: 'long' }) ?? day;

function Fact({ label, value, isStrong = false }: { label: string; value: string; isStrong?: boolean }) {
  return (
    <div className={`col-span-2 grid grid-cols-subgrid ${isStrong ? 'border-t pt-2 font-semibold text-base' : ''}`}>
      <dt className={isStrong ? '' : 'text-muted-foreground'}>{label}</dt>
      <dd className="text-right">{value}</dd>
    </div>
  );
}
