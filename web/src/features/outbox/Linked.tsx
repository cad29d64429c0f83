import { Anchor } from '@mantine/core';
import classes from './OutboxScreen.module.css';

/** Plain text whose web addresses can be followed. */
export function Linked({ text }: { readonly text: string }) {
  // Split with a capture: odd parts are the addresses.
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return (
    <p className={classes.text}>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a mail never change place
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
