/** A question of the assistant, with its possible answers. */
export interface QuestionBlock {
  readonly kind: 'question';
  readonly key: string;
  readonly text: string;
  readonly options: readonly string[];
}

const MAX_OPTIONS = 6;

/** A question with one more option. Repeated ones, and more than six, are left out. */
export function withOption(question: QuestionBlock, option: string): QuestionBlock {
  const { options } = question;
  return options.length === MAX_OPTIONS || options.includes(option) ? question : { ...question, options: [...options, option] };
}

/** The words that answer a question. One of several questions of a message is named in its answer. */
export const answerTo = ({ text }: QuestionBlock, option: string, isOnly: boolean): string => (isOnly ? option : `${text} ${option}`);

/** The option that a message of the builder chose; null when it is in other words. */
export function chosenBy(answer: string | null, question: QuestionBlock, isOnly: boolean): string | null {
  const lines = answer?.split('\n').map((line) => line.trim()) ?? [];
  return question.options.find((option) => lines.includes(answerTo(question, option, isOnly))) ?? null;
}
