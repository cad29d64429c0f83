import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import DealList from '@/components/DealList';
import FollowUpList from '@/components/FollowUpList';
import { Contact } from '@/entities/Contact';
import { createPageUrl } from '@/utils';

export default function ContactDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <DataDetail
      entity={Contact}
      id={id}
      back={createPageUrl('Contacts')}
      form={{ columns: 2 }}
      className="mx-auto max-w-4xl px-4 py-6 sm:px-6 sm:py-8"
    >
      {(contact) => (
        <>
          <FollowUpList
            title="Follow-ups"
            filter={{ contact: contact.id }}
            none="Nothing planned"
            defaults={{ contact: contact.id }}
            canAdd
          />
          <DealList of="contact" id={contact.id} />
        </>
      )}
    </DataDetail>
  );
}
