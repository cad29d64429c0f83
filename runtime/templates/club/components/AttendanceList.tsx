import { useRows } from '@/components/blocks/data';
import { Section } from '@/components/blocks/page';
import { RowStates } from '@/components/blocks/states';
import { Attendance } from '@/entities/Attendance';
import type { ClubEvent } from '@/entities/ClubEvent';
import { Member } from '@/entities/Member';

/** All active members with a check box. Each attendance row is a member who was present. */
export default function AttendanceList({ event }: { event: ClubEvent }) {
  const members = useRows(Member, { filter: { status: 'Active' }, sort: 'name', limit: 1000 });
  const there = useRows(Attendance, { filter: { event: event.id }, limit: 1000 });
  const rowOf = (member: Member) => there.rows.find((row) => row.member === member.id);
  const toggle = (member: Member) => {
    const row = rowOf(member);
    // The store of rows shows the error.
    if (row) Attendance.delete(row.id).catch(() => {});
    else there.create({ event: event.id, member: member.id }).catch(() => {});
  };
  return (
    <Section title="Attendance" description={`${there.rows.length} of ${members.rows.length} members`} isCard>
      <RowStates entity={Member} rows={members}>
        <ul className="grid divide-y sm:grid-cols-2 sm:divide-y-0">
          {members.rows.map((member) => (
            <li key={member.id}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 px-4 text-sm hover:bg-muted/50">
                <input
                  type="checkbox"
                  className="size-4 accent-primary"
                  checked={rowOf(member) !== undefined}
                  onChange={() => toggle(member)}
                />
                {member.name}
              </label>
            </li>
          ))}
        </ul>
      </RowStates>
    </Section>
  );
}
