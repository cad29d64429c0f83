import { Button, Popover, Text, UnstyledButton } from '@mantine/core';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AssistantQuery } from '../../gen/home.ts';
import { fromServer } from '../../i18n/language.ts';
import { useSession } from '../../lib/session.ts';
import classes from './AssistantLabel.module.css';

/** Which assistant answers; without a connected model, also how to connect one. */
export function AssistantLabel({ assistant }: { readonly assistant: AssistantQuery['assistant'] }) {
  const t = useTranslations();
  const { account } = useSession();
  if (assistant.hint === null) {
    return (
      <span className={classes.label}>
        <Sparkles size={14} aria-hidden="true" /> {fromServer(assistant.label)}
      </span>
    );
  }
  return (
    <Popover width={320} position="bottom-start" withinPortal>
      <Popover.Target>
        <UnstyledButton className={classes.label} data-button>
          <Sparkles size={14} aria-hidden="true" />
          <span className={classes.words}>
            <span>{fromServer(assistant.label)}</span> <span className={classes.hint}>{t('home.connect')}</span>
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={600} fz="sm">
          {fromServer(assistant.label)}
        </Text>
        <Text fz="sm" c="dimmed" mt={4}>
          {assistant.isDemo ? t('home.demo', { hint: fromServer(assistant.hint) }) : fromServer(assistant.hint)}
        </Text>
        {account?.isAdmin === true ? (
          <Button component={Link} to="/settings/model" size="xs" mt="sm">
            {t('home.connect')}
          </Button>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
