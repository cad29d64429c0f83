import type { Script } from './scripted-models.ts';

const prose = (line: number) => `${line}: grüße an 李小龙 und Zoë 👩‍🚀, “quoted” "twice" \\ and <b>not</b> a tag < 2.\n`;
const page = (name: string) =>
  `<action type="add_file" file="pages/${name}" title="Page “${name}”">\nexport default () => <p>{'${name} 🎉'}</p>;\n</action>\n`;

/** An answer in many scripts (Latin, CJK, emoji …), with files. */
export const ANSWER = Array.from({ length: 24 }, (_, at) => prose(at) + (at % 4 === 3 ? page(`Page${at}`) : '')).join('');

/** The answer in `count` pieces with arbitrary boundaries, also within a tag; each waits for its gate. */
export function gatedAnswer(count: number) {
  const characters = [...ANSWER];
  const at = (piece: number) => Math.round((piece * characters.length) / count);
  const pieces = Array.from({ length: count }, (_, piece) => characters.slice(at(piece), at(piece + 1)).join(''));
  const gates = pieces.map(() => Promise.withResolvers<void>());
  const script: Script = pieces.flatMap((text, piece) => [gates[piece]?.promise ?? Promise.resolve(), text]);
  return {
    script,
    open: (piece: number) => gates[piece]?.resolve(),
    /** Number of characters before a piece. */
    lengthBefore: (piece: number) => pieces.slice(0, piece).join('').length,
  };
}
