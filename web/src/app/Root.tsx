import { Outlet } from 'react-router';
import { CommandMenu } from './CommandMenu.tsx';

/** What all screens share: the way past the navigation, and the command menu. */
export function Root() {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Outlet />
      <CommandMenu />
    </>
  );
}
