import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTitle } from '../../lib/useTitle.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

export function Component() {
  useTitle('Page not found');
  return (
    <StateScreen title="Page not found" description="There is nothing at this address.">
      <Button component={Link} to="/home">
        Go home
      </Button>
    </StateScreen>
  );
}
