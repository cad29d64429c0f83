import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AppAudienceDocument, UpdateAppSignupDocument, UpdateVisitorUploadsDocument } from '../../gen/publish.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { accessOf, audience, needsSignup } from './audience.ts';

/**
 * What people can do with the app, and whether they may sign up. Before publishing this is a choice, on by default when a table needs
 * accounts, which the publish mutation saves; afterwards each change is saved at once, as is whether visitors may upload files.
 */
export function useAudience(appId: string, isPublished: boolean) {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(AppAudienceDocument, { variables: { id: appId }, fetchPolicy: 'cache-and-network' });
  const [update] = useMutation(UpdateAppSignupDocument);
  const [updateUploads] = useMutation(UpdateVisitorUploadsDocument);
  const [choice, setChoice] = useState<boolean | null>(null);
  const app = data?.app;
  const tables = accessOf(app?.currentVersion?.tables ?? []);
  const saved = app?.settings.isSignupEnabled ?? false;
  const isNeeded = needsSignup(tables);
  const isSignupEnabled = isPublished ? saved : (choice ?? (saved || isNeeded));
  const save = (isEnabled: boolean) =>
    update({
      variables: { id: appId, settings: { isSignupEnabled: isEnabled } },
      optimisticResponse: {
        __typename: 'Mutation',
        updateAppSettings: { __typename: 'App', id: appId, settings: { __typename: 'AppSettings', isSignupEnabled: isEnabled } },
      },
    });
  const saveUploads = (visitorsMayUpload: boolean) =>
    updateUploads({
      variables: { id: appId, settings: { visitorsMayUpload } },
      optimisticResponse: {
        __typename: 'Mutation',
        updateAppSettings: { __typename: 'App', id: appId, settings: { __typename: 'AppSettings', visitorsMayUpload } },
      },
    });
  const report = (failure: unknown) => notifyError(sentence(failure));
  return {
    isLoading: app === undefined,
    error: app === undefined ? error : undefined,
    refetch,
    lines: tables.map((table) => audience(table, t)),
    isNeeded,
    isSignupEnabled,
    setSignup(isEnabled: boolean) {
      if (!isPublished) setChoice(isEnabled);
      else void save(isEnabled).catch(report);
    },
    visitorsMayUpload: app?.settings.visitorsMayUpload ?? false,
    setVisitorUploads: (isEnabled: boolean) => void saveUploads(isEnabled).catch(report),
  };
}
