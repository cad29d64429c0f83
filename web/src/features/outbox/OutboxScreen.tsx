import { useQuery } from '@apollo/client/react';
import { Accordion, Button } from '@mantine/core';
import { Inbox } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { OutboxDocument } from '../../gen/outbox.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ListBox } from '../../ui/ListBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { OutboxMail } from './OutboxMail.tsx';

/** Mail that no mail server has accepted; for admins. */
export function OutboxScreen() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(OutboxDocument, { pollInterval: 15_000 });
  return (
    <Page title={t('outbox.title')} intro={data?.hasMailServer === false ? t('outbox.noServer') : t('outbox.intro')}>
      <ListBox isLoaded={data !== undefined} error={error} failed={t('outbox.failed')} onRetry={() => refetch()}>
        {data?.outbox.length === 0 ? (
          <EmptyNote
            icon={Inbox}
            title={data.hasMailServer ? t('outbox.empty.title') : t('outbox.empty.noMail')}
            description={data.hasMailServer ? t('outbox.empty.why') : t('outbox.empty.noMailWhy')}
          >
            <Button variant="default" component={Link} to="/home">
              {t('common.goHome')}
            </Button>
          </EmptyNote>
        ) : (
          <Accordion variant="default" chevronPosition="right" order={2}>
            {data?.outbox.map((mail) => (
              <OutboxMail key={mail.id} mail={mail} hasMailServer={data.hasMailServer} />
            ))}
          </Accordion>
        )}
      </ListBox>
    </Page>
  );
}
