import { type ModelServer, startModelServer } from '@sayso/models/testing';

/** What the model says, once it has gone on. */
export const PAGE = `I will.\n<action type="add_file" file="pages/Home" title="Plants">
export default function Home() {
  return <p>Water the plants</p>;
}
</action>\n`;
const half = PAGE.slice(0, 100);
/** What it has said in any case when it gets stuck. */
export const BEGINNING = 'I will.';
export const saysHalf = (answer: string): boolean => answer.includes(BEGINNING);

/** A model that gets stuck in the middle, and knows how to go on when it is asked to. */
export function startStuckModel(): Promise<ModelServer> {
  return startModelServer((body) => {
    const isContinued = JSON.stringify(body['messages']).includes('Your answer was cut off');
    return isContinued ? [{ text: PAGE.slice(half.length) }, { finish: 'stop' }] : [{ text: half }, { stall: true }];
  });
}
