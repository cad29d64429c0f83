interface CodeFieldProps {
  readonly label: string;
  readonly text: string;
  readonly line?: number | null;
  readonly onChange?: (text: string) => void;
}

/** Replaces `ui/CodeView` in component tests: CodeMirror needs a layout. */
export default function CodeField({ label, text, line, onChange }: CodeFieldProps) {
  return (
    <textarea
      aria-label={label}
      data-line={line ?? undefined}
      value={text}
      readOnly={onChange === undefined}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    />
  );
}
