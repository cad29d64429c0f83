import { names } from './names.ts';

export const people = [
  'Anna Berg',
  'Mateo Silva',
  'Priya Nair',
  'Jonas Weber',
  'Chloé Martin',
  'Sam Okafor',
  'Elena Rossi',
  'Yuki Tanaka',
  'Nora Lind',
  'David Cohen',
];
export const places = [
  'Harbour Street 12',
  'Old Town',
  'City Park',
  'Riverside 4',
  'Studio 2',
  'Market Square',
  'Hillside',
  'North Pier',
  'Garden House',
  'Central Station',
];
export const companies = names['company'] ?? [];
export const sentences = [
  'Went better than expected.',
  'Ask again next week.',
  'Prefers mornings.',
  'A favourite, keep it in mind.',
  'Needs a second look.',
  'Simple, and very good.',
  'Came through a friend.',
  'Handle with care.',
  'Try something new here.',
  'All set.',
];

/** Texts by words of a field's name, where anything would not do. The first match decides. */
export const textsByField: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /sku|code|serial|number$/,
    ['BK-1042', 'BK-1057', 'BK-1103', 'BK-1118', 'BK-1200', 'BK-1204', 'BK-1311', 'BK-1322', 'BK-1407', 'BK-1450'],
  ],
  [/breed/, ['Labrador', 'Siamese', 'Beagle', 'Mixed', 'Maine Coon', 'Poodle', 'Terrier', 'Dwarf lop', 'Collie', 'Tabby']],
  [
    /species/,
    [
      'Monstera deliciosa',
      'Ocimum basilicum',
      'Sansevieria',
      'Olea europaea',
      'Pilea',
      'Spathiphyllum',
      'Aloe vera',
      'Calathea',
      'Rosmarinus',
      'Curio',
    ],
  ],
  [/supplier|vendor|brand|make$|carrier/, companies],
  [
    /artist|author|director|host|composer/,
    [
      'Ursula K. Le Guin',
      'Susanna Clarke',
      'Tara Westover',
      'Kazuo Ishiguro',
      'Richard Powers',
      'George Eliot',
      'Fredrik Backman',
      'Yuval Noah Harari',
      'Madeline Miller',
      'Andy Weir',
    ],
  ],
  [/company|employer|client$/, companies],
  [/city|town|origin|region|country/, ['Lisbon', 'Hamburg', 'Lyon', 'Oslo', 'Porto', 'Vienna', 'Ghent', 'Turin', 'Cork', 'Basel']],
  [/opponent/, ['Falcons', 'United', 'Rovers', 'Old Town', 'Northside', 'Rangers', 'Harbour', 'Lakers', 'City', 'Athletic']],
  [
    /position/,
    ['Goalkeeper', 'Left back', 'Midfield', 'Striker', 'Centre back', 'Right wing', 'Midfield', 'Left wing', 'Right back', 'Striker'],
  ],
  [/score$/, ['2 : 1', '0 : 0', '3 : 2', '1 : 1', '4 : 0', '0 : 2', '2 : 2', '1 : 0', '3 : 1', '0 : 1']],
  [
    /role|job|profession|specialty/,
    ['Design', 'Sales', 'Kitchen', 'Service', 'Engineering', 'Accounts', 'Support', 'Delivery', 'Planning', 'Management'],
  ],
  [
    /dosage|dose/,
    [
      '1 × daily',
      '2 × daily',
      '1 at night',
      '3 × daily',
      'When needed',
      '1 × daily',
      '2 × daily',
      '1 in the morning',
      '1 × weekly',
      '1 × daily',
    ],
  ],
  [/plate/, ['HH-AB 12', 'M-KL 204', 'B-SO 77', 'K-XY 9', 'F-LM 330', 'S-PQ 41', 'HB-T 8', 'L-UN 515', 'DD-R 60', 'N-E 123']],
  [/crop|material|ingredient/, ['Wheat', 'Barley', 'Clover', 'Maize', 'Rapeseed', 'Oats', 'Potatoes', 'Rye', 'Beans', 'Lupins']],
  [/topic|subject$|deck/, ['Design', 'Energy', 'Cities', 'Food', 'Music', 'Health', 'Craft', 'Data', 'Travel', 'Learning']],
  [
    /goal|purpose/,
    [
      'Feel stronger',
      'More clients',
      'Sleep better',
      'Run a 10k',
      'Less stress',
      'New job',
      'Find time',
      'Back pain',
      'Confidence',
      'Balance',
    ],
  ],
  [/address|location|place|venue|where/, places],
  [
    /assign|owner|person|guardian|borrower|donor|employee|patient|teacher|trainer|doctor|leader|inspector|driver|cleaner|buyer|customer|contact|friend|parent/,
    people,
  ],
];

/** What guests and customers say. */
export const praise = [
  'Friendly from the first call, and done when they said.',
  'They explained everything and left no mess behind.',
  'Good work. I would have liked a text before they came.',
  'Third time now, and it never disappoints.',
  'Fair price, kind people.',
  'It took two visits, but now it is right.',
];

/** Longer texts by words of a field's name. */
export const sentencesByField: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /ingredient/,
    [
      '300 g rice, 1 lemon, 60 g butter, parmesan',
      '4 eggs, 2 peppers, 1 tin of tomatoes',
      '1 pumpkin, 2 carrots, ginger, cream',
      '6 apples, flour, butter, cinnamon',
      'Chicken, coconut milk, green curry paste, basil',
    ],
  ],
  [
    /instruction|step|direction/,
    [
      'Chop everything, then let it simmer for twenty minutes.',
      'Mix, rest for an hour, bake until golden.',
      'Fry gently, add the stock bit by bit, stir.',
      'Roast at 200 °C, blend and season.',
      'Prepare the day before; it gets better.',
    ],
  ],
  [/allerg/, ['None known', 'Penicillin', 'Nuts', 'None known', 'Pollen']],
  [/symptom|diagnos|reason/, ['Headache since Monday', 'Yearly check', 'Back pain', 'Sore throat', 'Follow-up after surgery']],
  [
    /agenda|decision|action/,
    [
      'Budget agreed, Ana sends it round.',
      'Move the launch by a week.',
      'Two offers to compare until Friday.',
      'Sam asks the venue.',
      'No meeting next week.',
    ],
  ],
  [
    /bio|about/,
    [
      'Ten years in the field, and still curious.',
      'Teaches calmly and laughs a lot.',
      'Came from the kitchen, stayed for the people.',
      'Knows every regular by name.',
      'Loves mornings and early trains.',
    ],
  ],
  [
    /description|content|summary|text|story/,
    [
      'Made by hand in small numbers, and meant to last.',
      'A quiet classic that suits every day.',
      'Bright, simple and honest.',
      'What our guests ask for first.',
      'New this season, already a favourite.',
    ],
  ],
  [/liked|best/, ['Friendly from the first minute.', 'Fast, and no surprises.', 'The details.', 'They listened.', 'Everything was ready.']],
  [
    /better|improve|miss/,
    ['A little more time.', 'Parking was hard to find.', 'Nothing comes to mind.', 'An answer on weekends.', 'Music a bit lower.'],
  ],
];
