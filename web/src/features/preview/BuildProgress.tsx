import classes from './BuildProgress.module.css';

export interface BuildStep {
  /** What is being done, such as `Writing pages/Home`. */
  readonly label: string;
  /** Progress from 0 to 1; the total is estimated, so it grows ever more slowly. */
  readonly share: number;
}

const blocks = ['bar', 'nav', 'nav', 'nav', 'title', 'line', 'card', 'card', 'card', 'row', 'row', 'row'] as const;

/** Drawing of an app that fills in while the first version is written. */
export function BuildProgress({ step }: { readonly step: BuildStep }) {
  const done = Math.round(step.share * blocks.length);
  return (
    <div className={classes.root}>
      <div className={classes.window} aria-hidden="true">
        {blocks.map((kind, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
            key={index}
            className={classes.block}
            data-kind={kind}
            data-done={index < done || undefined}
            data-next={index === done || undefined}
          />
        ))}
      </div>
      <p className={classes.label} role="status">
        {step.label}
      </p>
    </div>
  );
}
