import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import { Page } from '@/components/blocks/page';
import { Order } from '@/entities/Order';
import { createPageUrl } from '@/utils';

export default function OrderDetail() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <Page width="narrow">
      <DataDetail entity={Order} id={id} back={createPageUrl('Home')}>
        {(row) => <p>{row.lines?.length ?? 0} kinds of pieces</p>}
      </DataDetail>
    </Page>
  );
}
