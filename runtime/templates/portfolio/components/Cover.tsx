import type { Project } from '@/entities/Project';

/** The picture of a project; without one, generated shapes in its colour. */
export default function Cover({ project, className = '' }: { project: Project; className?: string }) {
  const { title, picture, color } = project;
  if (picture) return <img src={picture} alt="" loading="lazy" className={`w-full object-cover ${className}`} />;
  const seed = [...title].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const turn = (seed % 8) * 45;
  return (
    <svg viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" className={`w-full ${className}`} aria-hidden>
      <rect width="400" height="300" fill={color || '#c2613f'} />
      <g transform={`rotate(${turn} 200 150)`}>
        <circle cx={120 + (seed % 5) * 25} cy="110" r="120" fill="white" fillOpacity="0.18" />
        <rect x="190" y={40 + (seed % 3) * 30} width="240" height="240" rx={seed % 2 ? 120 : 0} fill="black" fillOpacity="0.22" />
        <path d="M-100 260 L200 120 L500 320 Z" fill="white" fillOpacity="0.3" />
      </g>
    </svg>
  );
}
