interface CodeFieldProps {
  readonly label: string;
  readonly text: string;
  readonly place?: { readonly line: number | null } | null;
  readonly onChange?: (text: string) => void;
}

/** Replaces `ui/CodeView` in component tests: CodeMirror needs a layout. */
export default function CodeField({ label, text, place, onChange }: CodeFieldProps) {
  return (
    <textarea
      aria-label={label}
      data-line={place?.line ?? undefined}
      value={text}
      readOnly={onChange === undefined}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    />
  );
}
