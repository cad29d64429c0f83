import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import { DataFigures } from '@/components/blocks/figures';
import InvoiceTable from '@/components/InvoiceTable';
import { Customer } from '@/entities/Customer';
import { Invoice } from '@/entities/Invoice';
import { OVERDUE, roundMoney, totalOf } from '@/services/totals';
import { createPageUrl } from '@/utils';

export default function CustomerDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <DataDetail
      entity={Customer}
      id={id}
      back={createPageUrl('Customers')}
      form={{ columns: 2 }}
      className="mx-auto max-w-6xl px-4 py-6 sm:px-6 sm:py-8"
    >
      {(customer) => (
        <>
          <DataFigures
            entity={Invoice}
            filter={{ customer: customer.id }}
            figures={[
              { label: 'Invoiced', sum: totalOf, filter: { status: { $ne: 'Draft' } }, format: roundMoney },
              { label: 'Outstanding', sum: totalOf, filter: { status: 'Sent' }, format: roundMoney },
              { label: 'Overdue', sum: totalOf, filter: OVERDUE(), format: roundMoney },
            ]}
          />
          <InvoiceTable title="Invoices" filter={{ customer: customer.id }} defaults={{ customer: customer.id }} />
        </>
      )}
    </DataDetail>
  );
}
