import { notify, useRows } from '@/components/blocks/data';
import { DataForm } from '@/components/blocks/form';
import { Page } from '@/components/blocks/page';
import { RowStates } from '@/components/blocks/states';
import { Business } from '@/entities/Business';

export default function Letterhead() {
  const rows = useRows(Business, { limit: 1 });
  const [row] = rows.rows;
  const form = (
    <DataForm key={row?.id} entity={Business} row={row} submitLabel="Save" onSaved={() => notify({ text: 'Letterhead saved' })} />
  );
  return (
    <Page title="Letterhead" description="Your own details, as they stand on every invoice." width="narrow">
      {rows.status === 'ready' ? (
        form
      ) : (
        <RowStates entity={Business} rows={rows}>
          {null}
        </RowStates>
      )}
    </Page>
  );
}
