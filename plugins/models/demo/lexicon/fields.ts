import type { FieldKind } from '../plan.ts';

/** Words at the end of a field's name → what it holds. The first match decides. */
export const fieldKinds: readonly (readonly [RegExp, FieldKind])[] = [
  [/\b(e-?mail)( address)?$/, 'email'],
  [/\b(phone|mobile|telephone|tel|whatsapp)( number)?$/, 'phone'],
  [/\b(url|website|web ?site|link|homepage|linkedin|profile)$/, 'url'],
  [/\b(photo|picture|image|cover|logo|avatar|poster|headshot)s?$/, 'image'],
  [/\b(hourly|daily) rate$/, 'money'],
  [/\b(rating|stars?|satisfaction)$/, 'rating'],
  [/\b(percent|percentage|progress|probability|discount|body fat)$/, 'percent'],
  [
    /\bdates?$|^date\b.*|\bdeadline$|\bbirthday$|\bdue( by| on)?$|\bexpir(es?|y)( on)?$|\bday of (?!(the )?week).+$|\b(joined|hired|born)( on)?$|\b[a-z]+ed on$|\b(bought|lent|sold|paid|sent|given) on$|^last [a-z]+$|^next [a-z]+$|\b(check-?in|check-?out|arrival|departure)$|\b(warranty|valid) until$/,
    'date',
  ],
  [/\b(date and time|date ?time|starts? at|ends? at|scheduled( at| for)?|when)$/, 'date-time'],
  [
    /\b(cooking|prep|preparation|baking|total|playing|play|running|travel|reading) time$|\b(duration|minutes|hours|length|distance|kilomet(er|re)s|miles|steps|pages?|year|age|weight|height|reps|sets|calories|protein|carbs|fat|quantity|qty|count|amount of .+|number of .+|servings|portions|guests|seats|capacity|(?<!in )stock|score|points|streak|mileage|bedrooms|bathrooms|rooms|vintage|votes|level number|people|units|(?:party|group|team|class|plot|file|household) size|systolic|diastolic|pulse|heart rate|bpm|temperature|km|laps)$|^reorder (level|point|at|limit)$/,
    'number',
  ],
  [
    /\b(price|cost|amount|budget|salary|fee|fees|total|revenue|rent|deposit|balance|wage|income|value|payment|spent|premium|tip|donation|owed|bid|cost per .+|price per .+)$/,
    'money',
  ],
  [/\btime$/, 'time'],
  [
    /^(what|how|why)\b|\b(subtasks|pros|cons|findings|conclusion|opinion|notes?|description|comments?|message|bio|about|instructions?|ingredients|directions|steps to .+|details|summary|feedback|content|body|text|story|agenda|allerg(y|ies)|remarks?|reason|answer|review|entry|essay|thoughts|decisions?|dietary (needs|requirements|restrictions)|special requests?|lyrics|symptoms|diagnosis|treatment plan|requirements|action items|next steps|minutes of .+)$/,
    'long-text',
  ],
  [
    /^(is|has|was|should|would|needs) .+$|\b(done|completed?|finished|paid|active|favou?rite|vaccinated|subscribed|checked|attending|available|returned|packed|taken|billable|visited|been there|owned|sold|sold out|in stock|confirmed|published|archived|urgent|approved|claimed|attended|accepted|resolved|signed|delivered|collected|received|invited|insured|watered|fed|shipped|refunded|checked (in|out)|present|spayed|neutered|washed|cleaned|cooked|bought|read|tried|vegan|vegetarian|gluten.free)$/,
    'boolean',
  ],
  [/\b(tags|labels|skills|keywords|topics|languages|interests|attendees|participants|hobbies|flavou?rs)$/, 'tags'],
];

/** Words at the end of a field's name → its choices. */
export const choices: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(priority|urgency|importance)$/, ['Low', 'Medium', 'High']],
  [/\b(frequency|repeats?|recurrence|how often)$/, ['Daily', 'Weekly', 'Monthly']],
  [/\b(difficulty)$/, ['Easy', 'Medium', 'Hard']],
  [/\b(severity)$/, ['Low', 'Medium', 'High', 'Critical']],
  [/\b(status|state)$/, ['Open', 'In progress', 'Done']],
  [/\b(stage|phase)$/, ['New', 'In progress', 'Won', 'Lost']],
  [/\bmood$/, ['Great', 'Good', 'Okay', 'Low', 'Awful']],
  [/\b(payment method|paid with)$/, ['Card', 'Cash', 'Transfer', 'Other']],
  [/\b(meal type)$/, ['Breakfast', 'Lunch', 'Dinner', 'Snack']],
  [/\bgenre$/, ['Drama', 'Comedy', 'Fantasy', 'Science fiction', 'Non-fiction']],
  [/\b(condition)$/, ['New', 'Very good', 'Good', 'Worn']],
  [/\b(level|experience level)$/, ['Beginner', 'Intermediate', 'Advanced']],
  [/\b(t-?shirt|shirt|clothing) size$/, ['S', 'M', 'L', 'XL']],
  [/\brsvp$/, ['Yes', 'No', 'Maybe']],
  [/\b(meal|menu|food|dinner) (choice|preference|option)$/, ['Meat', 'Fish', 'Vegetarian', 'Vegan']],
  [/\b(gender)$/, ['Female', 'Male', 'Other']],
  [/\b(day of (the )?week|weekday)$/, ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']],
  [/\bseason$/, ['Spring', 'Summer', 'Autumn', 'Winter']],
  [/\b(source|channel)$/, ['Website', 'Referral', 'Social', 'Other']],
  [/\b(department)$/, ['Sales', 'Design', 'Engineering', 'Operations', 'Support']],
  [/\b(currency)$/, ['USD', 'EUR', 'GBP']],
  [/\bunit of measure$/, ['Piece', 'Kilogram', 'Litre', 'Box']],
  [/\b(attendance)$/, ['Present', 'Late', 'Absent']],
  [/\bprice (range|level)$/, ['$', '$$', '$$$']],
  [/\b(dog size)$/, ['Small', 'Medium', 'Large']],
  [/\b(category|kind|group)$/, ['General', 'Important', 'Other']],
  [/\b(type)$/, ['Standard', 'Special', 'Other']],
  [/\b(plan|tier|membership)$/, ['Basic', 'Plus', 'Premium']],
];
