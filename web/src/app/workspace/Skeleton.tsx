import { Skeleton } from '@mantine/core';
import classes from './Skeleton.module.css';

/** Skeleton of the builder while its app loads. */
export function WorkspaceSkeleton() {
  return (
    <div className={classes.root} role="status" aria-label="Loading">
      <div className={classes.header}>
        <Skeleton h={16} w={160} />
        <Skeleton h={28} w={88} />
      </div>
      <div className={classes.body}>
        <div className={classes.chat} />
        <div className={classes.preview} />
      </div>
    </div>
  );
}
