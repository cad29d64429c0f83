/** What a test must not produce: unanswered calls, answers that do not fit the schema, and errors in the console. */
const faults: string[] = [];

export const addFault = (fault: string): void => void faults.push(fault);

export const takeFaults = (): readonly string[] => faults.splice(0);
