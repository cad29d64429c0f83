import { MailCheck } from 'lucide-react';
import { DataForm } from '@/components/blocks/form';
import { EmptyState } from '@/components/blocks/states';
import { Message } from '@/entities/Message';

/** Visitors write without an account. Only the owner of the app reads the messages. */
export default function Contact() {
  return (
    <section id="contact" className="grid gap-8 rounded-xl bg-muted p-6 sm:p-10 md:grid-cols-2">
      <div className="grid content-start gap-3">
        <h2 className="font-serif text-3xl">Tell me about your project</h2>
        <p className="max-w-prose text-muted-foreground">
          What is it, who is it for, and when should it be there? A few sentences are enough to begin with.
        </p>
      </div>
      <div className="rounded-lg border bg-card p-5">
        <DataForm
          entity={Message}
          fields={['name', 'email', 'message']}
          submitLabel="Send message"
          thanks={<EmptyState icon={MailCheck} title="Thank you" description="Your message has arrived." />}
        />
      </div>
    </section>
  );
}
