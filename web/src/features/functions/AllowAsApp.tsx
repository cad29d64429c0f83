import { useMutation } from '@apollo/client/react';
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AllowFunctionDocument, AppFunctionsDocument, type FunctionCardFragment } from '../../gen/functions.ts';
import { sentence } from '../../lib/errors.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './FunctionsPanel.module.css';
import { inWords } from './schedule.ts';

/** The functions that want to use all rows, allowed in one dialog that says what each would do. One alone is asked for at the function. */
export function AllowAsApp({ functions }: { readonly functions: readonly FunctionCardFragment[] }) {
  const t = useTranslations('functions.asAppAll');
  const isViewer = useIsViewer();
  const [isOpen, setIsOpen] = useState(false);
  const asking = functions.filter(({ wantsApp, asApp, wantsMore }) => (wantsApp && !asApp) || wantsMore);
  if (isViewer || asking.length < 2) return null;
  return (
    <div className={`${classes.wish} ${classes.wishOfAll}`}>
      <span>{t('wish', { count: asking.length })}</span>
      <Button size="compact-sm" onClick={() => setIsOpen(true)}>
        {t('open')}
      </Button>
      {isOpen ? <AllowDialog asking={asking} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

interface AllowDialogProps {
  readonly asking: readonly FunctionCardFragment[];
  readonly onClose: () => void;
}

function AllowDialog({ asking: current, onClose }: AllowDialogProps) {
  const t = useTranslations('functions.asAppAll');
  const { id: appId } = useApp();
  // What the person reads stays until the click, whatever changes meanwhile; the server refuses the click then, and the dialog shows the change.
  const [read, setRead] = useState<AllowDialogProps['asking'] | null>(current);
  const asking = read ?? current;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(asking.map(({ name }) => name)));
  const [run, { loading, error, client }] = useMutation(AllowFunctionDocument);
  const allow = async () => {
    try {
      for (const { name, shown } of asking) if (chosen.has(name)) await run({ variables: { appId, name, asApp: true, shown } });
      onClose();
    } catch {
      // The dialog shows it; those before it are allowed.
      setRead(null);
    }
    await client.refetchQueries({ include: [AppFunctionsDocument] });
  };
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next);
  };
  return (
    <Modal opened onClose={onClose} size="md" title={t('title')}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {t('why')}
        </Text>
        {asking.map((one) => (
          <div key={one.name}>
            <Checkbox
              classNames={{ label: classes.asking ?? '' }}
              checked={chosen.has(one.name)}
              label={one.name}
              ff="monospace"
              onChange={() => toggle(one.name)}
            />
            <WouldDo of={one} />
          </div>
        ))}
        <FormError message={error === undefined ? null : sentence(error)} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={loading} disabled={chosen.size === 0} onClick={() => void allow()}>
            {t('allow', { count: chosen.size })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What a function would do as the app, as far as its code says. */
function WouldDo({ of: { appUses, schedule, on, visitors, hosts } }: { readonly of: FunctionCardFragment }) {
  const t = useTranslations('functions.asAppAll');
  const tables = (does: 'reads' | 'changes') => appUses.flatMap((use) => (use[does] ? use.table : [])).join(', ');
  const lines = [
    tables('reads') === '' ? null : t('reads', { tables: tables('reads') }),
    tables('changes') === '' ? null : t('changes', { tables: tables('changes') }),
    appUses.length === 0 ? t('none') : null,
    schedule === null ? null : t('schedule', { schedule: inWords(schedule) }),
    on.length === 0 ? null : t('onChange', { on: on.join(', ') }),
    visitors ? t('visitors') : null,
    hosts.length === 0 ? null : t('hosts', { hosts: hosts.join(', ') }),
  ];
  return <ul className={classes.uses}>{lines.map((line) => (line === null ? null : <li key={line}>{line}</li>))}</ul>;
}
