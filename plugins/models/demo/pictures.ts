import type { Table } from './plan.ts';
import { knownNoun } from './tables.ts';

/** Two colours of a picture: ground and figure, as hues. */
const moods: readonly (readonly [ground: number, figure: number])[] = [
  [28, 12],
  [205, 235],
  [150, 95],
  [340, 20],
  [260, 215],
  [48, 165],
  [12, 300],
  [190, 140],
  [95, 40],
  [230, 330],
];

const hsl = (hue: number, saturation: number, lightness: number) => `hsl(${hue} ${saturation}% ${lightness}%)`;

type Motif = (ground: number, figure: number, index: number) => string;

/** Hills under a sun. */
const landscape: Motif = (ground, figure, index) => `
  <circle cx="${300 - (index % 3) * 90}" cy="${80 + (index % 2) * 25}" r="${30 + (index % 4) * 6}" fill="${hsl(figure, 85, 82)}"/>
  <path d="M0 210 Q${90 + (index % 3) * 30} ${120 + (index % 4) * 12} 210 190 T400 165 V300 H0Z" fill="${hsl(ground, 38, 58)}"/>
  <path d="M0 250 Q120 ${190 + (index % 3) * 14} 240 240 T400 225 V300 H0Z" fill="${hsl(ground, 42, 40)}"/>`;

/** Hues of what one eats. */
const edible = [8, 42, 95, 28, 340, 75, 18];

/** A plate from above. */
const plate: Motif = (_, __, index) => `
  <circle cx="200" cy="150" r="112" fill="${hsl(40, 25, 97)}"/><circle cx="200" cy="150" r="84" fill="${hsl(40, 20, 92)}"/>
  ${[0, 1, 2, 3, 4].map((part) => `<circle cx="${200 + 40 * Math.cos(part * 1.26 + index)}" cy="${150 + 40 * Math.sin(part * 1.26 + index)}" r="${22 + ((part + index) % 3) * 5}" fill="${hsl(edible[(part + index) % edible.length] ?? 30, 62, 46 + part * 5)}"/>`).join('')}`;

/** Shapes as on a poster or a cover. */
const poster: Motif = (ground, figure, index) =>
  [
    `<circle cx="200" cy="150" r="92" fill="${hsl(figure, 75, 62)}"/><path d="M0 190 L400 110 V300 H0Z" fill="${hsl(ground, 45, 26)}"/>`,
    `<path d="M60 300 V90 a70 70 0 0 1 140 0 V300Z" fill="${hsl(figure, 70, 64)}"/><path d="M200 300 V140 a70 70 0 0 1 140 0 V300Z" fill="${hsl(ground, 45, 30)}"/>`,
    `<path d="M40 260 L200 40 L360 260Z" fill="${hsl(figure, 72, 62)}"/><circle cx="200" cy="190" r="46" fill="${hsl(ground, 45, 28)}"/>`,
    `${[0, 1, 2, 3, 4].map((line) => `<rect x="${50 + line * 62}" y="${50 + ((line + 1) % 3) * 34}" width="40" height="220" rx="20" fill="${line % 2 === 0 ? hsl(figure, 70, 62) : hsl(ground, 45, 30)}"/>`).join('')}`,
  ][index % 4] ?? '';

/** Head and shoulders. */
const portrait: Motif = (ground, figure, index) => `
  <path d="M80 300 a120 105 0 0 1 240 0Z" fill="${hsl(figure, 50, 45)}"/><circle cx="200" cy="130" r="62" fill="${hsl(26, 55, 66 - (index % 4) * 9)}"/>
  <path d="M138 128 a62 62 0 0 1 124 0 q-62 -${30 + (index % 3) * 10} -124 0Z" fill="${hsl(ground, 30, 22)}"/>`;

/** A head with ears, in the colour of some fur. */
const animal: Motif = (ground, _, index) => {
  const fur = (lightness: number) =>
    hsl([28, 20, 36, 24, 14][index % 5] ?? 28, [45, 12, 52, 30, 38][index % 5] ?? 40, lightness - (index % 4) * 5);
  return `
  <path d="M${130 - (index % 2) * 14} 60 L165 130 L105 140Z M${270 + (index % 2) * 14} 60 L235 130 L295 140Z" fill="${fur(38)}"/>
  <circle cx="200" cy="175" r="92" fill="${fur(56)}"/><ellipse cx="200" cy="210" rx="40" ry="32" fill="${fur(86)}"/>
  <circle cx="165" cy="160" r="9" fill="${hsl(ground, 30, 15)}"/><circle cx="235" cy="160" r="9" fill="${hsl(ground, 30, 15)}"/><ellipse cx="200" cy="196" rx="13" ry="9" fill="${hsl(ground, 30, 15)}"/>`;
};

/** Leaves in a pot. */
const plant: Motif = (_, figure, index) => `
  ${[-2, -1, 0, 1, 2].map((leaf) => `<path d="M200 215 q${leaf * 44 - 14} -${90 + ((leaf + index + 4) % 3) * 22} ${leaf * 58} -${105 + ((leaf + index + 5) % 3) * 20} q${-leaf * 6 + 22} 70 ${-leaf * 58} ${105 + ((leaf + index + 5) % 3) * 20}Z" fill="${hsl(140 + leaf * 9, 38, 36 + Math.abs(leaf) * 6)}"/>`).join('')}
  <path d="M148 205 h104 l-14 78 h-76Z" fill="${hsl(figure, 48, 58)}"/>`;

/** A house among others. */
const house: Motif = (ground, figure, index) => `
  <rect x="40" y="${120 + (index % 3) * 14}" width="110" height="180" fill="${hsl(ground, 25, 62)}"/><rect x="270" y="${105 + (index % 2) * 30}" width="100" height="195" fill="${hsl(ground, 25, 54)}"/>
  <path d="M110 150 L205 ${70 + (index % 3) * 12} L300 150 V300 H110Z" fill="${hsl(figure, 45, 88)}"/><path d="M96 156 L205 ${62 + (index % 3) * 12} L314 156" fill="none" stroke="${hsl(figure, 45, 42)}" stroke-width="14"/>
  <rect x="184" y="220" width="42" height="80" fill="${hsl(figure, 45, 38)}"/><rect x="135" y="175" width="34" height="38" fill="${hsl(205, 50, 74)}"/><rect x="241" y="175" width="34" height="38" fill="${hsl(205, 50, 74)}"/>`;

/** Things on a table. */
const objects: Motif = (ground, figure, index) => `
  <rect y="232" width="400" height="68" fill="${hsl(ground, 30, 74)}"/>
  ${
    [
      `<path d="M150 235 V150 q0 -20 18 -28 V80 h40 v42 q18 8 18 28 v85Z" fill="${hsl(figure, 45, 45)}"/><circle cx="275" cy="200" r="35" fill="${hsl(ground, 55, 55)}"/>`,
      `<path d="M130 235 l-14 -100 h150 l-14 100Z" fill="${hsl(figure, 48, 55)}"/><path d="M258 150 q52 6 40 46 q-8 24 -46 18" fill="none" stroke="${hsl(figure, 48, 55)}" stroke-width="14"/>`,
      `<rect x="120" y="105" width="160" height="130" rx="14" fill="${hsl(figure, 42, 50)}"/><path d="M160 105 q40 -62 80 0" fill="none" stroke="${hsl(figure, 42, 36)}" stroke-width="12"/>`,
      `<path d="M200 60 L290 140 H110Z" fill="${hsl(figure, 55, 58)}"/><rect x="193" y="140" width="14" height="80" fill="${hsl(ground, 25, 30)}"/><rect x="150" y="218" width="100" height="16" rx="8" fill="${hsl(ground, 25, 30)}"/>`,
    ][index % 4]
  }`;

const motifs: readonly (readonly [RegExp, Motif])[] = [
  [/^(?:dish|recipe|meal|restaurant|wine|dish idea)$/, plate],
  [/^(?:book|movie|game|album|podcast|article|course|event|work|team|post|collectible)$/, poster],
  [/^(?:pet|livestock|animal)$/, animal],
  [/^(?:plant|bed|field|hive|harvest)$/, plant],
  [/^(?:property|room|hotel|court|tenant|site report)$/, house],
  [/^(?:trip|photo|hike|run)$/, landscape],
  [/^(?:artist|speaker|employee|client|contact|member|player|candidate)$/, portrait],
];

/** A drawn picture for an example row: what it shows suits the thing, how it looks is the row's own. Small enough to travel within it. */
export function pictureOf(table: Table, index: number): string {
  const noun = knownNoun(table.singular) ?? knownNoun(table.singular.split(' ').at(-1) ?? '') ?? '';
  const motif =
    motifs.find(([pattern]) => pattern.test(noun))?.[1] ??
    (table.layout === 'people' ? portrait : table.layout === 'shelf' ? poster : objects);
  const [ground, figure] = moods[(index * 3 + noun.length) % moods.length] ?? [205, 235];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${hsl(ground, 62, 88)}"/><stop offset="1" stop-color="${hsl(figure, 48, 76)}"/></linearGradient></defs><rect width="400" height="300" fill="url(#g)"/>${motif(ground, figure, index)}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg.replace(/\n\s*/g, '').replace(/\d+\.\d{2,}/g, (number) => Number(number).toFixed(1)))}`;
}
