import { Suspense } from 'react';
import { Link, Outlet } from 'react-router';
import { VerifyBanner } from '../features/auth/VerifyBanner.tsx';
import { useSession } from '../lib/session.ts';
import { Logo } from '../ui/Logo.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { SearchButton } from './CommandMenu.tsx';
import { ProxyBanner } from './ProxyBanner.tsx';
import classes from './Shell.module.css';

/** Layout of the screens outside the builder: name, search, account. */
export function Shell() {
  const { account } = useSession();
  return (
    <div className={classes.root}>
      <header className={classes.header}>
        <Link to="/home" className={classes.brand}>
          <Logo />
          <span>Sayso</span>
        </Link>
        <div className={classes.tools}>
          <SearchButton />
          <AccountMenu />
        </div>
      </header>
      {account && !account.emailVerified ? <VerifyBanner email={account.email} isAdmin={account.isAdmin} /> : null}
      <ProxyBanner />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
