import type { ReactNode } from 'react';
import { fieldOf, formatDate, type RowFields, useRowChanges } from '@/components/blocks/data';
import { OptionBadge } from '@/components/blocks/fields';
import { DataTable } from '@/components/blocks/table';
import { Button } from '@/components/ui/button';
import { Fee } from '@/entities/Fee';
import { today } from '@/services/fees';

interface FeeTableProps {
  title?: ReactNode;
  filter?: RowFields;
  defaults?: RowFields;
  actions?: ReactNode;
}

/** Fees with their status, and a button that marks one as paid today. */
export default function FeeTable({ title, filter, defaults, actions }: FeeTableProps) {
  const { update } = useRowChanges(Fee);
  const stateOf = ({ paidOn, due }: Fee) => (paidOn ? 'Paid' : due < today() ? 'Overdue' : 'Open');
  return (
    <DataTable
      entity={Fee}
      title={title}
      filter={filter}
      actions={actions}
      columns={[
        'title',
        'member',
        'due',
        { name: 'paidOn', label: 'Status', render: (row) => <OptionBadge field={fieldOf(Fee, 'paidOn')} value={stateOf(row)} /> },
        'amount',
      ]}
      search={['title']}
      filters={defaults ? [] : ['member']}
      sort="-due"
      form={{ columns: 2, defaults }}
      rowActions={(row) =>
        row.paidOn ? (
          <span className="text-muted-foreground text-sm">{formatDate(row.paidOn)}</span>
        ) : (
          <Button variant="outline" size="sm" onClick={() => update(row, { paidOn: today() })}>
            Mark as paid
          </Button>
        )
      }
    />
  );
}
