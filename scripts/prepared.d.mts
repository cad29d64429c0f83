export function inputState(root: string): string;
export function isPrepared(root: string): boolean;
export function notePrepared(root: string, inputsBefore: string): void;
