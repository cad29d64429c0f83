import { useLocation } from 'react-router-dom';
import AttendanceList from '@/components/AttendanceList';
import { useAccess } from '@/components/blocks/data';
import { DataDetail } from '@/components/blocks/detail';
import { Attendance } from '@/entities/Attendance';
import { ClubEvent } from '@/entities/ClubEvent';
import { createPageUrl } from '@/utils';

export default function EventDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  const isBoard = useAccess(Attendance).see === 'all';
  return (
    <DataDetail
      entity={ClubEvent}
      id={id}
      back={createPageUrl('Events')}
      form={{ columns: 2 }}
      className="mx-auto max-w-4xl px-4 py-6 sm:px-6 sm:py-8"
    >
      {(event) => (isBoard ? <AttendanceList event={event} /> : null)}
    </DataDetail>
  );
}
