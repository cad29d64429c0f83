import { Button, Stack, Switch, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FunctionCardFragment } from '../../gen/functions.ts';
import { useAllow } from './useAllow.ts';

/** What the builder allows a function. */
export function Permissions({ of }: { readonly of: FunctionCardFragment }) {
  const t = useTranslations();
  const { allow, loading } = useAllow(of);
  const [asApp, setAsApp] = useState(of.asApp);
  const [visitors, setVisitors] = useState(of.visitors);
  const [hosts, setHosts] = useState(of.hosts.join('\n'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const names = hosts.split(/\s+/).filter((host) => host !== '');
    // What stays as it is is not allowed anew, for code that was not looked at.
    void allow({ ...(asApp === of.asApp ? {} : { asApp }), ...(visitors === of.visitors ? {} : { visitors }), hosts: names });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={12} mt={12}>
        <Switch
          checked={asApp}
          label={t('functions.asApp')}
          description={t('functions.asAppWhy')}
          onChange={(event) => setAsApp(event.currentTarget.checked)}
        />
        <Switch checked={visitors} label={t('functions.visitors')} onChange={(event) => setVisitors(event.currentTarget.checked)} />
        <Textarea
          label={t('functions.hosts')}
          description={t('functions.hostsWhy')}
          value={hosts}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => setHosts(event.currentTarget.value)}
        />
        <Button type="submit" size="compact-sm" loading={loading} style={{ alignSelf: 'flex-start' }}>
          {t('functions.save')}
        </Button>
      </Stack>
    </form>
  );
}
