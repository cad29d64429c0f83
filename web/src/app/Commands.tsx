import { useTranslations } from 'use-intl';
import '@mantine/spotlight/styles.css';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useMantineColorScheme } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { AppWindow, Bot, House, Inbox, LogOut, Moon, Package, Search, Settings, Sun, ThumbsUp, Users } from 'lucide-react';
import { useEffect } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { BuilderDocument } from '../gen/builder.ts';
import { HomeDocument } from '../gen/home.ts';
import { MeDocument } from '../gen/session.ts';
import type { Panel } from '../lib/workspace/panel.ts';
import classes from './CommandMenu.module.css';
import { visiblePanels } from './workspace/panels.ts';

/** Content of the command menu; loaded lazily. */
export default function Commands({ openEvent }: { readonly openEvent: string }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const client = useApolloClient();
  const { setColorScheme } = useMantineColorScheme();
  const { data } = useQuery(HomeDocument, { fetchPolicy: 'cache-first' });
  const account = client.readQuery({ query: MeDocument })?.me ?? null;
  const isAdmin = account?.isAdmin === true;
  const appId = useMatch('/build/app/:appId/*')?.params.appId ?? '';
  const app = appId === '' ? undefined : client.readQuery({ query: BuilderDocument, variables: { id: appId } })?.app;
  // Mounted by the first request to open it.
  useEffect(() => spotlight.open(), []);
  useWindowEvent(openEvent, () => spotlight.open());

  const go = (path: string) => () => void navigate(path);
  const showPanel = (id: string) => () => {
    const query = new URLSearchParams(window.location.search);
    query.set('panel', id);
    void navigate({ search: `?${query}` }, { replace: true });
  };
  const toAction = ({ id, title, icon: Icon }: Panel) => ({
    id: `panel-${id}`,
    label: t(title),
    leftSection: <Icon size={16} />,
    onClick: showPanel(id),
  });
  const panels = app === undefined ? [] : visiblePanels(app, account).filter(({ place }) => place !== 'overlay');
  const actions: SpotlightActionGroupData[] = [
    ...(panels.length === 0 ? [] : [{ group: t('app.thisApp'), actions: panels.map(toAction) }]),
    {
      group: t('app.goTo'),
      actions: [
        { id: 'home', label: t('app.home'), leftSection: <House size={16} />, onClick: go('/home') },
        { id: 'settings', label: t('app.settings'), leftSection: <Settings size={16} />, onClick: go('/settings') },
        ...(isAdmin ? [{ id: 'model', label: t('app.model'), leftSection: <Bot size={16} />, onClick: go('/settings/model') }] : []),
        ...(isAdmin
          ? [{ id: 'packages', label: t('app.packages'), leftSection: <Package size={16} />, onClick: go('/settings/packages') }]
          : []),
        ...(isAdmin ? [{ id: 'accounts', label: t('app.accounts'), leftSection: <Users size={16} />, onClick: go('/accounts') }] : []),
        ...(isAdmin ? [{ id: 'outbox', label: t('app.outbox'), leftSection: <Inbox size={16} />, onClick: go('/outbox') }] : []),
        ...(isAdmin ? [{ id: 'ratings', label: t('app.ratings'), leftSection: <ThumbsUp size={16} />, onClick: go('/ratings') }] : []),
        { id: 'logout', label: t('app.logOut'), leftSection: <LogOut size={16} />, onClick: go('/logout') },
      ],
    },
    {
      group: t('app.yourApps'),
      actions: (data?.apps ?? []).map((app) => ({
        id: app.id,
        label: app.name,
        leftSection: <AppWindow size={16} />,
        onClick: go(`/build/app/${app.id}`),
      })),
    },
    {
      group: t('app.theme.title'),
      actions: [
        { id: 'light', label: t('app.theme.toLight'), leftSection: <Sun size={16} />, onClick: () => setColorScheme('light') },
        { id: 'dark', label: t('app.theme.toDark'), leftSection: <Moon size={16} />, onClick: () => setColorScheme('dark') },
      ],
    },
  ];
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      nothingFound={t('app.noResults')}
      highlightQuery
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      classNames={{ actionsGroup: classes.group }}
      attributes={{ content: { 'aria-label': t('app.search') } }}
      scrollable
      maxHeight={420}
      searchProps={{ leftSection: <Search size={16} />, placeholder: t('app.searchWhat'), 'aria-label': t('app.searchWhat') }}
    />
  );
}
