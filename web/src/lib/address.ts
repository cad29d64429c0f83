/** Whether this page was opened at another origin than the builder's, at which its sessions do not work. */
export function isElsewhere(address: string | undefined): address is string {
  return address !== undefined && URL.canParse(address) && new URL(address).origin !== window.location.origin;
}
