import { Anchor } from '@mantine/core';
import classes from './OutboxScreen.module.css';

/** Plain text with clickable URLs. */
export function Linked({ text }: { readonly text: string }) {
  // Split with a capture group: odd parts are the URLs.
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return (
    <p className={classes.text}>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a mail keep their order
          <Anchor key={index} href={part} fz="inherit" underline="always">
            {part}
          </Anchor>
        ) : (
          part
        ),
      )}
    </p>
  );
}
