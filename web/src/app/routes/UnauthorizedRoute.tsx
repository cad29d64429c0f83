import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTitle } from '../../lib/useTitle.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

/** Shown when the account could not be created. */
export function Component() {
  useTitle('No account');
  return (
    <StateScreen title="No account" description="Something went wrong in creating account, try again later or contact us.">
      <Button component={Link} to="/logout">
        Back to log in
      </Button>
    </StateScreen>
  );
}
