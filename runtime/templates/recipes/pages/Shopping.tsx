import { Trash2 } from 'lucide-react';
import { DataChecklist } from '@/components/blocks/checklist';
import { useRows } from '@/components/blocks/data';
import { Page } from '@/components/blocks/page';
import { Button } from '@/components/ui/button';
import { ShoppingItem } from '@/entities/ShoppingItem';

export default function Shopping() {
  const bought = useRows(ShoppingItem, { filter: { isBought: true }, limit: 1000 }).rows;
  const clear = (
    <Button variant="outline" onClick={() => void ShoppingItem.deleteMany({ id: { $in: bought.map(({ id }) => id) } })}>
      <Trash2 /> Clear bought items
    </Button>
  );
  return (
    <Page title="Shopping list" width="narrow" actions={bought.length > 0 ? clear : null}>
      <DataChecklist entity={ShoppingItem} done="isBought" fields={['recipe']} hideDone />
    </Page>
  );
}
