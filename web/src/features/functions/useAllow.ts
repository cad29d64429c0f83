import { useMutation } from '@apollo/client/react';
import { AllowFunctionDocument, AppFunctionsDocument, type FunctionCardFragment } from '../../gen/functions.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { useApp } from '../../lib/workspace/hooks.ts';

interface Allowed {
  readonly asApp?: boolean;
  readonly visitors?: boolean;
  readonly isPaused?: boolean;
  readonly hosts?: readonly string[];
}

/** Changes what a function may do; resolves with whether it was saved. What gives it more is for the code that was shown. */
export function useAllow(of: Pick<FunctionCardFragment, 'name' | 'shown' | 'hosts'>): {
  readonly allow: (change: Allowed) => Promise<boolean>;
  readonly loading: boolean;
} {
  const { id: appId } = useApp();
  const [run, { loading, client }] = useMutation(AllowFunctionDocument, { refetchQueries: [AppFunctionsDocument] });
  const { name, shown, hosts: before } = of;
  const allow = ({ hosts, ...change }: Allowed) => {
    const isMore = change.asApp === true || change.visitors === true || hosts?.some((host) => !before.includes(host));
    const servers = hosts === undefined ? {} : { hosts: [...hosts] };
    return run({ variables: { appId, name, ...change, ...servers, ...(isMore ? { shown } : {}) } }).then(
      () => true,
      (error: unknown) => {
        notifyError(sentence(error));
        // Another version of its code is shown then.
        void client.refetchQueries({ include: [AppFunctionsDocument] });
        return false;
      },
    );
  };
  return { allow, loading };
}
