/** A question of the assistant, with its possible answers. */
export interface QuestionBlock {
  readonly kind: 'question';
  readonly key: string;
  readonly text: string;
  readonly options: readonly string[];
  /** Whether several of them may be chosen together. */
  readonly takesSeveral: boolean;
}

const MAX_OPTIONS = 6;
const BETWEEN = ', ';

/** A question with one more option. Repeated ones, and more than six, are left out. */
export function withOption(question: QuestionBlock, option: string): QuestionBlock {
  const { options } = question;
  return options.length === MAX_OPTIONS || options.includes(option) ? question : { ...question, options: [...options, option] };
}

/** The words that answer a question. One of several questions of a message is named in its answer. */
export function answerTo({ text }: QuestionBlock, chosen: readonly string[], isOnly: boolean): string {
  const answer = chosen.join(BETWEEN);
  return isOnly ? answer : `${text} ${answer}`;
}

/** The options that a message of the builder chose; none when it is in other words. */
export function chosenBy(answer: string | null, question: QuestionBlock, isOnly: boolean): readonly string[] {
  const lines = answer?.split('\n').map((line) => line.trim()) ?? [];
  const { options, takesSeveral } = question;
  if (!takesSeveral) return options.filter((option) => lines.includes(answerTo(question, [option], isOnly))).slice(0, 1);
  return lines.map((line) => combinationIn(line, question, isOnly)).find((chosen) => chosen.length > 0) ?? [];
}

/** The options that make up a line. An option may have a comma in it, so each set of the at most six is compared. */
function combinationIn(line: string, question: QuestionBlock, isOnly: boolean): readonly string[] {
  const { options } = question;
  for (let set = 1; set < 2 ** options.length; set += 1) {
    const chosen = options.filter((_, index) => Math.floor(set / 2 ** index) % 2 === 1);
    if (answerTo(question, chosen, isOnly) === line) return chosen;
  }
  return [];
}
