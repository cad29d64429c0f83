import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import InvoiceActions from '@/components/InvoiceActions';
import InvoicePaper from '@/components/InvoicePaper';
import { Invoice } from '@/entities/Invoice';
import { createPageUrl } from '@/utils';

export default function InvoiceDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <DataDetail
      entity={Invoice}
      id={id}
      fields={[]}
      back={createPageUrl('Home')}
      form={{ columns: 2 }}
      actions={(invoice) => <InvoiceActions invoice={invoice} />}
      // Only the invoice itself is printed.
      className="mx-auto max-w-4xl px-4 py-6 sm:px-6 sm:py-8 print:max-w-none print:p-0 print:[&>a]:hidden print:[&>header]:hidden"
    >
      {(invoice) => <InvoicePaper invoice={invoice} />}
    </DataDetail>
  );
}
