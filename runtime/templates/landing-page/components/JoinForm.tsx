import { dayKey } from '@/components/blocks/data';
import { SignUpForm } from '@/components/blocks/sign-up';
import { SignUp } from '@/entities/SignUp';

/** Visitors join without an account. Only the owner of the app reads the list. */
export default function JoinForm() {
  return (
    <SignUpForm
      entity={SignUp}
      fields={['email']}
      defaults={{ joinedOn: dayKey(new Date()) }}
      submitLabel="Join the waiting list"
      thanks="Thank you. You are on the waiting list."
      note="Only we see your address."
      className="w-full max-w-md"
    />
  );
}
