import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import Cover from '@/components/Cover';
import { Project } from '@/entities/Project';
import { createPageUrl } from '@/utils';

export default function ProjectDetail() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6 sm:py-10 [&_h1]:font-normal [&_h1]:font-serif [&_h1]:text-4xl">
      <DataDetail entity={Project} id={id} fields={['kind', 'client', 'year', 'link']} back={createPageUrl('Home')} form={{ columns: 2 }}>
        {(project) => (
          <div className="grid gap-8">
            <Cover project={project} className="max-h-[28rem] rounded-lg" />
            <p className="max-w-prose text-balance font-serif text-2xl leading-snug">{project.summary}</p>
            <p className="max-w-prose whitespace-pre-line text-lg leading-relaxed">{project.description}</p>
          </div>
        )}
      </DataDetail>
    </div>
  );
}
