import { Minus, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router-dom';
import { useEditor } from '@/components/blocks/editor';
import { DataTable } from '@/components/blocks/table';
import { Button } from '@/components/ui/button';
import { Item } from '@/entities/Item';
import { Movement } from '@/entities/Movement';
import { today } from '@/services/stock';
import { createPageUrl } from '@/utils';

/** Items with buttons for incoming and outgoing stock. */
export default function ItemTable(props: Omit<ComponentProps<typeof DataTable<Item>>, 'entity'>) {
  const navigate = useNavigate();
  const editor = useEditor(Movement, { columns: 2 });
  const book = (item: Item, kind: 'In' | 'Out') => editor.open(undefined, { item: item.id, kind, date: today() });
  return (
    <>
      <DataTable
        sort="name"
        form={{ columns: 2 }}
        onOpen={(row) => navigate(createPageUrl(`ItemDetails?id=${row.id}`))}
        rowActions={(row) => (
          <span className="inline-flex gap-1">
            <Button variant="outline" size="icon-sm" aria-label={`Book out: ${row.name}`} onClick={() => book(row, 'Out')}>
              <Minus />
            </Button>
            <Button variant="outline" size="icon-sm" aria-label={`Book in: ${row.name}`} onClick={() => book(row, 'In')}>
              <Plus />
            </Button>
          </span>
        )}
        {...props}
        entity={Item}
      />
      {editor.dialog}
    </>
  );
}
