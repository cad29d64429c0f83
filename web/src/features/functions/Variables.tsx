import { useMutation } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import {
  AppFunctionsDocument,
  type FunctionCardFragment,
  type FunctionVariableFragment,
  RemoveFunctionVariableDocument,
} from '../../gen/functions.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { timeAgo } from '../../lib/time.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';
import classes from './FunctionsPanel.module.css';
import { type AskedVariable, VariableForm } from './VariableForm.tsx';

interface VariablesProps {
  readonly variables: readonly FunctionVariableFragment[];
  readonly functions: readonly FunctionCardFragment[];
  /** What the form asks for; null: it is closed. */
  readonly asked: AskedVariable | null;
  readonly onAsk: (asked: AskedVariable | null) => void;
}

/** Secrets and settings that all functions of the app read by name. */
export function Variables({ variables, functions, asked, onAsk }: VariablesProps) {
  const t = useTranslations('functions.variables');
  const isViewer = useIsViewer();
  const remove = useRemoval();
  const missing = (name: string, hosts: readonly string[] | null) =>
    hosts === null ? [] : hostsOfReaders(functions, name).filter((host) => !hosts.includes(host));
  return (
    <section className={classes.variables} aria-label={t('title')}>
      <div className={classes.variablesHead}>
        <Text component="h2" fz="md" fw={600} m={0}>
          {t('title')}
        </Text>
        {isViewer ? null : (
          <Button size="compact-sm" variant="default" leftSection={<Plus size={14} />} onClick={() => onAsk({ name: '', isSecret: true })}>
            {t('add')}
          </Button>
        )}
      </div>
      <Text fz="sm" c="dimmed" mt={4}>
        {t(variables.length === 0 ? 'empty' : 'why')}
      </Text>
      {variables.length === 0 ? null : (
        <ul className={classes.variableList}>
          {variables.map(({ id, name, isSecret, value, hosts, updatedAt }) => (
            <li key={id} className={classes.variableRow}>
              <div className={classes.variable}>
                <Text fz="sm" ff="monospace" m={0} className={classes.variableName}>
                  {name}
                </Text>
                <Text fz="xs" c="dimmed" className={classes.variableName}>
                  {isSecret ? secretText(t, hosts, timeAgo(updatedAt)) : value}
                </Text>
                {isSecret && missing(name, hosts).length > 0 ? (
                  <Text fz="xs" c="orange">
                    {t('secretWanted', { hosts: missing(name, hosts).join(', ') })}
                  </Text>
                ) : null}
              </div>
              {isViewer ? null : (
                <div className={classes.variableTools}>
                  <Button size="compact-sm" variant="subtle" aria-label={t('changeOf', { name })} onClick={() => onAsk({ name, isSecret })}>
                    {t('change')}
                  </Button>
                  <Button size="compact-sm" variant="subtle" color="red" aria-label={t('removeOf', { name })} onClick={() => remove(name)}>
                    {t('remove')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked === null ? null : (
        <VariableForm asked={asked} known={variables} allowed={hostsOfReaders(functions, asked.name)} onClose={() => onAsk(null)} />
      )}
    </section>
  );
}

/** The servers that the functions which read a variable may call. */
function hostsOfReaders(functions: readonly FunctionCardFragment[], name: string): string[] {
  return [...new Set(functions.filter(({ wantsVariables }) => wantsVariables.includes(name)).flatMap(({ hosts }) => hosts))];
}

function secretText(t: ReturnType<typeof useTranslations<'functions.variables'>>, hosts: readonly string[] | null, time: string): string {
  return hosts === null || hosts.length === 0 ? t('secretSet', { time }) : t('secretFor', { hosts: hosts.join(', '), time });
}

/** Asks before it removes one: a secret cannot be read again. */
function useRemoval(): (name: string) => void {
  const t = useTranslations('functions.variables');
  const common = useTranslations('common');
  const { id: appId } = useApp();
  const [run] = useMutation(RemoveFunctionVariableDocument, { refetchQueries: [AppFunctionsDocument] });
  return (name) => {
    modals.openConfirmModal({
      title: t('removeOf', { name }),
      children: t('removeWhy', { name }),
      labels: { confirm: t('remove'), cancel: common('cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => void run({ variables: { appId, name } }).catch((error: unknown) => notifyError(sentence(error))),
    });
  };
}
