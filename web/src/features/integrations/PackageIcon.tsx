import { Puzzle } from 'lucide-react';
import type { DeclaredPackageFragment } from '../../gen/packages.ts';
import classes from './PackagesSection.module.css';

/** The picture of a package. As an image, an SVG runs no script. */
export function PackageIcon({ declared: { icon } }: { readonly declared: Pick<DeclaredPackageFragment, 'icon'> }) {
  return (
    <span className={classes.icon} aria-hidden>
      {icon === null ? <Puzzle size={18} /> : <img src={icon} alt="" width={20} height={20} />}
    </span>
  );
}
