import { useMutation, useQuery } from '@apollo/client/react';
import { useTranslations } from 'use-intl';
import { AllowHostsDocument, AppHostsDocument } from '../../gen/hosts.ts';
import { sentence } from '../../lib/errors.ts';
import { FormError } from '../FormError.tsx';
import { EARLIER, missingHosts, type NamedHost, withHosts } from '../hosts/kinds.ts';
import { NamedHosts } from '../hosts/NamedHosts.tsx';
import classes from './Importing.module.css';

/** The hosts that an imported app names and may not reach yet. The panel "Other servers" lists the same, so a failure is no obstacle. */
export function ImportedHosts({ appId }: { readonly appId: string }) {
  const t = useTranslations('hosts.byKind');
  const { data } = useQuery(AppHostsDocument, { variables: { id: appId }, fetchPolicy: 'network-only' });
  const [run, { loading, error }] = useMutation(AllowHostsDocument);
  if (data === undefined) return null;
  const hosts = data.app.settings.hosts ?? EARLIER;
  const missing = missingHosts(hosts, data.app.namedHosts);
  if (missing.length === 0) return null;
  const allow = (more: readonly NamedHost[]) => {
    void run({ variables: { id: appId, hosts: withHosts(hosts, more) } }).catch(() => null);
  };
  return (
    <section className={classes.part} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <p className={classes.why}>{t('why')}</p>
      <div className={classes.kinds}>
        <NamedHosts missing={missing} isSaving={loading} onAllow={allow} />
      </div>
      <FormError message={error === undefined ? null : sentence(error)} />
    </section>
  );
}
