import { useMutation } from '@apollo/client/react';
import { AllowFunctionDocument, AppFunctionsDocument } from '../../gen/functions.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { useApp } from '../../lib/workspace/hooks.ts';

interface Allowed {
  readonly asApp?: boolean;
  readonly visitors?: boolean;
  readonly isPaused?: boolean;
  readonly hosts?: readonly string[];
}

/** Changes what a function may do; resolves with whether it was saved. */
export function useAllow(name: string): { readonly allow: (change: Allowed) => Promise<boolean>; readonly loading: boolean } {
  const { id: appId } = useApp();
  const [run, { loading }] = useMutation(AllowFunctionDocument, { refetchQueries: [AppFunctionsDocument] });
  const allow = ({ hosts, ...change }: Allowed) =>
    run({ variables: { appId, name, ...change, ...(hosts === undefined ? {} : { hosts: [...hosts] }) } }).then(
      () => true,
      (error: unknown) => {
        notifyError(sentence(error));
        return false;
      },
    );
  return { allow, loading };
}
