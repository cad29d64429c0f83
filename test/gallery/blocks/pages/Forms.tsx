import { DataChecklist } from '@/components/blocks/checklist';
import { DataForm } from '@/components/blocks/form';
import { Page, Section } from '@/components/blocks/page';
import { SignUpForm } from '@/components/blocks/sign-up';
import { Chore } from '@/entities/Chore';
import { Order } from '@/entities/Order';
import { Subscriber } from '@/entities/Subscriber';

export default function Forms() {
  return (
    <Page title="Forms" width="narrow">
      <DataChecklist entity={Chore} done="done" title="Chores" />
      <Section title="Newsletter">
        <SignUpForm entity={Subscriber} fields={['email']} note="No more than once a month." />
      </Section>
      <DataForm entity={Order} title="New order" columns={2} defaults={{ status: 'New' }} />
    </Page>
  );
}
