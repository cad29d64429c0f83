import { type ModelServer, startModelServer } from '@sayso/models/testing';

/** The complete answer, after the model has resumed. */
export const PAGE = `I will.\n<action type="add_file" file="pages/Home" title="Plants">
export default function Home() {
  return <p>Water the plants</p>;
}
</action>\n`;
const half = PAGE.slice(0, 100);
/** Text that is always sent before the model stalls. */
export const BEGINNING = 'I will.';
export const saysHalf = (answer: string): boolean => answer.includes(BEGINNING);

/** A model that stalls in mid-answer, and resumes when it is asked to continue. */
export function startStuckModel(): Promise<ModelServer> {
  return startModelServer((body) => {
    const isContinued = JSON.stringify(body['messages']).includes('Your answer was cut off');
    return isContinued ? [{ text: PAGE.slice(half.length) }, { finish: 'stop' }] : [{ text: half }, { stall: true }];
  });
}
