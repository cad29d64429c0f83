/** The text of a post: paragraphs, `## ` headings, `- ` lists and `> ` quotes, separated by empty lines. */
export default function PostBody({ text }: { text: string }) {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  return (
    <div className="grid gap-5 font-serif text-lg leading-relaxed">
      {Array.from(parts.entries(), ([place, part]) => (
        <Part key={place} text={part.trim()} />
      ))}
    </div>
  );
}

function Part({ text }: { text: string }) {
  const lines = text.split('\n');
  if (text.startsWith('## ')) return <h2 className="mt-4 font-sans font-semibold text-2xl tracking-tight">{text.slice(3)}</h2>;
  if (text.startsWith('> '))
    return (
      <blockquote className="border-primary border-l-4 pl-5 italic">{lines.map((line) => line.replace(/^> ?/, '')).join('\n')}</blockquote>
    );
  if (lines.every((line) => line.startsWith('- '))) {
    return (
      <ul className="list-disc pl-6 marker:text-primary">
        {lines.map((line) => (
          <li key={line}>{line.slice(2)}</li>
        ))}
      </ul>
    );
  }
  return <p className="whitespace-pre-line">{text}</p>;
}
