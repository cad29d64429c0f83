import { UnstyledButton } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './FileTree.module.css';
import type { Branch } from './tree.ts';

interface FileTreeProps {
  readonly branches: readonly Branch[];
  readonly chosen: string | null;
  readonly onChoose: (path: string) => void;
}

/** Files by folder; the list is short, so folders do not collapse. */
export function FileTree({ branches, chosen, onChoose }: FileTreeProps) {
  const t = useTranslations();
  return (
    <nav className={classes.root} aria-label={t('files.files')}>
      {branches.map((branch) => (
        <div key={branch.key} className={classes.branch}>
          <h2 className={classes.label} id={`files-${branch.key}`}>
            {branch.label}
          </h2>
          <ul className={classes.list} aria-labelledby={`files-${branch.key}`}>
            {branch.leaves.map((leaf) => (
              <li key={leaf.path}>
                <UnstyledButton
                  className={classes.leaf}
                  aria-current={leaf.path === chosen ? 'true' : undefined}
                  title={leaf.path}
                  onClick={() => onChoose(leaf.path)}
                >
                  {leaf.label}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
