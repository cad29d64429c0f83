/** The mark: a speech bubble with two lines of text. */
export function Logo({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--accent-text)"
        d="M9 3h14a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6h-8l-6.200 4.600A.9.9 0 0 1 7.400 29v-4.200A6 6 0 0 1 3 19V9a6 6 0 0 1 6-6Z"
      />
      <path
        fill="var(--mantine-color-body)"
        d="M11 12.500h10a1.500 1.500 0 0 0 0-3H11a1.500 1.500 0 0 0 0 3Zm0 6h6a1.500 1.500 0 0 0 0-3h-6a1.500 1.500 0 0 0 0 3Z"
      />
    </svg>
  );
}
