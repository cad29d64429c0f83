import Booking from '@/components/Booking';
import { Page } from '@/components/blocks/page';

export default function Home() {
  return (
    <Page title="Book an appointment" description="Choose what you would like and when it suits you." width="narrow">
      <Booking />
    </Page>
  );
}
