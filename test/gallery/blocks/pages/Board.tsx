import { DataBoard } from '@/components/blocks/board';
import { DataCalendar } from '@/components/blocks/calendar';
import { DataCards } from '@/components/blocks/cards';
import { Page } from '@/components/blocks/page';
import { Order } from '@/entities/Order';

export default function Board() {
  return (
    <Page title="Board">
      <DataBoard entity={Order} by="status" fields={['customer', 'due']} total="total" title="By status" />
      <DataCalendar entity={Order} date="due" colorBy="status" title="By day" />
      <DataCards
        entity={Order}
        title="Cards"
        fields={['customer', 'notes']}
        badge="status"
        image="picture"
        limit={3}
        footer={(row) => row.due}
      />
    </Page>
  );
}
