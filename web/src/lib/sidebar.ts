const name = 'sidebar_state';
const lifetime = 604_800;

/** Whether the chat panel was open, kept for a week. */
export const readSidebar = (): boolean => !document.cookie.split('; ').includes(`${name}=false`);

export function keepSidebar(isOpen: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous cookie store is missing in some browsers
  document.cookie = `${name}=${isOpen}; path=/; max-age=${lifetime}; samesite=lax`;
}
