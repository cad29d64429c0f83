import classes from './AppPicture.module.css';

interface AppPictureProps {
  readonly id: string;
  readonly name: string;
  /** Null before the preview has sent a thumbnail. */
  readonly url: string | null;
}

/** The app's thumbnail, or a placeholder derived from its id, so that it stays the same. */
export function AppPicture({ id, name, url }: AppPictureProps) {
  if (url !== null) return <img className={classes.image} src={url} alt="" loading="lazy" />;
  const variant = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 3;
  return (
    <div className={classes.placeholder} data-variant={variant} aria-hidden="true">
      <div className={classes.window}>
        <span className={classes.initial}>{name.charAt(0).toUpperCase()}</span>
        <span className={classes.title} />
        <span className={classes.block} />
        <span className={classes.block} />
        <span className={classes.block} />
      </div>
    </div>
  );
}
