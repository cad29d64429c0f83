import { DataCalendar } from '@/components/blocks/calendar';
import { Page } from '@/components/blocks/page';
import Requests from '@/components/Requests';
import { Appointment } from '@/entities/Appointment';

export default function Calendar() {
  return (
    <Page title="Calendar">
      <Requests />
      <DataCalendar
        entity={Appointment}
        date="start"
        colorBy="status"
        filter={{ status: { $nin: ['Requested', 'Cancelled'] } }}
        filters={['staff', 'service']}
        form={{ columns: 2, defaults: { status: 'Confirmed' } }}
      />
    </Page>
  );
}
