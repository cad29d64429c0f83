/** Saves a file of the page on the person's computer. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun when the next task runs.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
