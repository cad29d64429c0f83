import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../features/auth/VerifyBanner.module.css';
import { isElsewhere } from '../lib/address.ts';

/** Warning on pages that were opened at another address than the configured one: nothing works there. It names the setting to change. */
export function AddressBanner() {
  const t = useTranslations();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    // The screen itself says that the server cannot be reached.
    readAddress(leaving.signal).then(setAddress, () => undefined);
    return () => leaving.abort();
  }, []);
  if (!isElsewhere(address)) return null;
  return (
    <div className={classes.root} role="alert">
      <span>{t('auth.elsewhere', { here: window.location.origin, address })}</span>
      <a href={thereOf(address)}>{t('auth.openElsewhere', { address })}</a>
    </div>
  );
}

/** This page at the builder's address. */
function thereOf(address: string): string {
  const { pathname, search, hash } = window.location;
  return new URL(pathname + search + hash, address).href;
}

/** Where the builder has to be opened. */
async function readAddress(signal: AbortSignal): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ signup { address } }' });
  const response = await fetch('/graphql', { method: 'POST', headers, body, signal });
  const { data } = (await response.json()) as { readonly data?: { readonly signup?: { readonly address?: string } } };
  return data?.signup?.address;
}
