import { Badge, Button, Group, NativeSelect, SegmentedControl, Text, Title, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Language } from '../../i18n/languages.ts';
import { useSession } from '../../lib/session.ts';
import { useLanguageChoice } from '../../lib/useLanguageChoice.ts';
import { Page } from '../../ui/Page.tsx';
import { EmailChange } from './EmailChange.tsx';
import classes from './SettingsScreen.module.css';

/** Account and appearance settings. */
export function SettingsScreen() {
  const t = useTranslations();
  const { account } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, choices, choose } = useLanguageChoice();
  const [isChanging, setIsChanging] = useState(false);
  if (!account) return null;
  return (
    <Page title={t('settings.title')}>
      <section className={classes.section} aria-labelledby="account">
        <Title order={2} fz={16} lh="24px" id="account">
          {t('settings.account')}
        </Title>
        <dl className={classes.rows}>
          <Row label={t('common.name')}>{account.name}</Row>
          <Row label={t('common.email')}>
            <Group gap={8} justify="flex-end">
              <span className={classes.value}>{account.email}</span>
              <Badge variant="light" color={account.emailVerified ? 'green' : 'gray'} tt="none" fw={500}>
                {account.emailVerified ? t('settings.verified') : t('settings.notVerified')}
              </Badge>
              <Button variant="default" size="xs" aria-expanded={isChanging} onClick={() => setIsChanging(!isChanging)}>
                {t('settings.changeEmail')}
              </Button>
            </Group>
            {isChanging ? (
              <div className={classes.change}>
                <EmailChange isAdmin={account.isAdmin} onClose={() => setIsChanging(false)} />
              </div>
            ) : null}
          </Row>
          <Row label={t('common.password')}>
            <Button variant="default" size="xs" component={Link} to="/auth/handler?mode=forgotPassword">
              {t('settings.changePassword')}
            </Button>
          </Row>
          <Row label={t('settings.role')}>
            {account.isAdmin ? t('settings.admin') : account.mayBuild ? t('settings.builder') : t('settings.user')}
          </Row>
        </dl>
      </section>
      {account.isAdmin ? (
        <section className={classes.section} aria-labelledby="installation">
          <Title order={2} fz={16} lh="24px" id="installation">
            {t('settings.installation')}
          </Title>
          <dl className={classes.rows}>
            <Way what={t('settings.model')} action={t('settings.choose')} to="/settings/model" />
            <Way what={t('settings.packages')} action={t('settings.manage')} to="/settings/packages" />
            <Way what={t('settings.accounts')} action={t('settings.manage')} to="/accounts" />
            <Way what={t('ratings.title')} action={t('common.open')} to="/ratings" />
            <Way what={t('settings.outbox')} action={t('common.open')} to="/outbox" />
          </dl>
        </section>
      ) : null}
      <section className={classes.section} aria-labelledby="look">
        <Title order={2} fz={16} lh="24px" id="look">
          {t('settings.look')}
        </Title>
        <div className={classes.rows}>
          <div className={classes.row}>
            <div>
              <Text fw={500}>{t('settings.theme')}</Text>
              <Text fz="sm" c="dimmed">
                {t('settings.themeWhy')}
              </Text>
            </div>
            <SegmentedControl
              aria-label={t('settings.theme')}
              value={colorScheme}
              onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
              data={[
                { value: 'light', label: t('common.theme.light') },
                { value: 'dark', label: t('common.theme.dark') },
                { value: 'auto', label: t('common.theme.auto') },
              ]}
            />
          </div>
          <div className={classes.row}>
            <div>
              <Text fw={500}>{t('common.language')}</Text>
              <Text fz="sm" c="dimmed">
                {t('settings.languageWhy')}
              </Text>
            </div>
            <NativeSelect
              aria-label={t('common.language')}
              value={language}
              onChange={(event) => choose(event.currentTarget.value as Language)}
              data={choices.map(({ value, name }) => ({ value, label: name }))}
            />
          </div>
        </div>
      </section>
      <section className={classes.section}>
        <Button variant="default" component={Link} to="/logout">
          {t('settings.logOut')}
        </Button>
      </section>
    </Page>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface WayProps {
  readonly what: string;
  readonly action: string;
  readonly to: string;
}

/** A way to another page; its name says which of several equal buttons it is. */
function Way({ what, action, to }: WayProps) {
  return (
    <Row label={what}>
      <Button variant="default" size="xs" component={Link} to={to} aria-label={`${action}: ${what}`}>
        {action}
      </Button>
    </Row>
  );
}
