/** Characters below which the server refuses every password. */
const MIN_LENGTH = 8;

/** What a form says about a password that is chosen: `missing` where there is none, `weak` for a short one, otherwise nothing. The server decides about others. */
export function passwordProblem(value: string, { missing, weak }: { readonly missing: string; readonly weak: string }): string | null {
  if (value === '') return missing;
  return value.length < MIN_LENGTH ? weak : null;
}
