import { CircleCheck } from 'lucide-react';
import { useUser } from '@/auth';
import AnswerList from '@/components/AnswerList';
import { DataForm } from '@/components/blocks/form';
import { Page, Section } from '@/components/blocks/page';
import { EmptyState } from '@/components/blocks/states';
import { Ticket } from '@/entities/Ticket';

export default function Home() {
  const { user, isLoading } = useUser();
  return (
    <Page title="How can we help?" description="Look for an answer first. If there is none, ask us.">
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_26rem]">
        <AnswerList />
        <Section title="Ask us" description={user ? null : 'Log in first to follow your question here.'} isCard>
          {isLoading ? null : (
            <DataForm
              entity={Ticket}
              fields={['subject', 'topic', 'message', 'requester', 'email']}
              defaults={{ requester: user?.name, email: user?.email, status: 'New', priority: 'Normal' }}
              submitLabel="Send"
              thanks={
                <EmptyState
                  icon={CircleCheck}
                  title="We have your question"
                  description={user ? 'You find it and our reply under “My tickets”.' : 'We reply to the email address that you gave.'}
                />
              }
              className="p-5"
            />
          )}
        </Section>
      </div>
    </Page>
  );
}
