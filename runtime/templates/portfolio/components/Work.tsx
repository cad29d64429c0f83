import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRows } from '@/components/blocks/data';
import { useEditor } from '@/components/blocks/editor';
import { FilterBar } from '@/components/blocks/filter-bar';
import { AddButton, Section } from '@/components/blocks/page';
import { RowStates } from '@/components/blocks/states';
import Cover from '@/components/Cover';
import { Project } from '@/entities/Project';
import { createPageUrl } from '@/utils';

/** All projects as pictures. */
export default function Work() {
  const [filter, setFilter] = useState({});
  const projects = useRows(Project, { filter, sort: '-year' });
  const editor = useEditor(Project, { columns: 2 });
  const add = projects.access.canAdd ? <AddButton noun="project" editor={editor} /> : null;
  return (
    <Section title="Selected work" actions={add} toolbar={<FilterBar entity={Project} fields={['kind']} onChange={setFilter} />}>
      <RowStates entity={Project} rows={projects} add={add} isFiltered={Object.keys(filter).length > 0}>
        <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2">
          {projects.rows.map((project) => (
            <li key={project.id} className="group relative grid content-start gap-3">
              <div className="overflow-hidden rounded-lg">
                <Cover project={project} className="aspect-4/3 transition-transform duration-150 group-hover:scale-[1.02]" />
              </div>
              <div className="flex items-baseline justify-between gap-4">
                <h3 className="font-medium text-lg">
                  <Link
                    to={createPageUrl(`ProjectDetail?id=${project.id}`)}
                    className="outline-none after:absolute after:inset-0 focus-visible:after:ring-[3px] focus-visible:after:ring-ring/50"
                  >
                    {project.title}
                  </Link>
                </h3>
                <span className="text-muted-foreground text-sm tabular-nums">{project.year}</span>
              </div>
              <p className="text-muted-foreground">{project.summary}</p>
            </li>
          ))}
        </ul>
      </RowStates>
      {editor.dialog}
    </Section>
  );
}
