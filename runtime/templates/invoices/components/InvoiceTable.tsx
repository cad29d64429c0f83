import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RowFields } from '@/components/blocks/data';
import { DataTable } from '@/components/blocks/table';
import InvoiceStatus from '@/components/InvoiceStatus';
import { Invoice } from '@/entities/Invoice';
import { useNewInvoice } from '@/services/newInvoice';
import { money, totalOf } from '@/services/totals';
import { createPageUrl } from '@/utils';

interface InvoiceTableProps {
  title?: ReactNode;
  filter?: RowFields;
  defaults?: RowFields;
}

export default function InvoiceTable({ title, filter, defaults }: InvoiceTableProps) {
  const navigate = useNavigate();
  const newInvoice = useNewInvoice();
  return (
    <DataTable
      entity={Invoice}
      title={title}
      filter={filter}
      columns={[
        'number',
        'customer',
        'issued',
        'due',
        { name: 'status', render: (row) => <InvoiceStatus invoice={row} /> },
        { name: 'total', label: 'Total', align: 'right', render: (row) => money(totalOf(row)) },
      ]}
      filters={defaults ? ['status'] : ['status', 'customer']}
      sort="-number"
      form={{ columns: 2, defaults: { ...newInvoice, ...defaults } }}
      onOpen={(row) => navigate(createPageUrl(`InvoiceDetails?id=${row.id}`))}
    />
  );
}
