import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';

/** Why a form was refused; announced when it appears. */
export function FormError({ message }: { readonly message: string | null }) {
  if (message === null) return null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={16} />} p="xs">
      {message}
    </Alert>
  );
}
