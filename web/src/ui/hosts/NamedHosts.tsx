import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Kind, NamedHost } from './kinds.ts';
import classes from './NamedHosts.module.css';

interface NamedHostsProps {
  /** Those that are not allowed, by kind. */
  readonly missing: readonly (readonly [Kind, readonly NamedHost[]])[];
  readonly isSaving: boolean;
  /** Absent for people who may not change the app. */
  readonly onAllow?: (hosts: readonly NamedHost[]) => void;
}

/** The hosts that code names, with a button that allows all of a kind and one for each. What a kind permits is said beside its button. */
export function NamedHosts({ missing, isSaving, onAllow }: NamedHostsProps) {
  const t = useTranslations('hosts.byKind');
  return missing.map(([kind, hosts]) => (
    <section key={kind} className={classes.kind} aria-label={t(`kinds.${kind}`)}>
      <div className={classes.head}>
        <h4>{t(`kinds.${kind}`)}</h4>
        {onAllow && hosts.length > 1 ? (
          <Button size="compact-sm" loading={isSaving} onClick={() => onAllow(hosts)}>
            {t(`allow.${kind}`, { count: hosts.length })}
          </Button>
        ) : null}
      </div>
      <p>{t(`means.${kind}`)}</p>
      <ul className={classes.hosts}>
        {hosts.map((one) => (
          <li key={one.host}>
            <span className={classes.host}>
              <code>{one.host}</code>
              <small>{t('namedIn', { path: one.path })}</small>
            </span>
            {onAllow ? (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('allowHost', { host: one.host })}
                loading={isSaving}
                onClick={() => onAllow([one])}
              >
                {t('allowOne')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  ));
}
