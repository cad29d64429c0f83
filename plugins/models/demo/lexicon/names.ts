const rows = (text: string): readonly string[] => text.split(' | ');

/** What example rows are called, by what they are (the noun of the lexicon). */
export const names: Readonly<Record<string, readonly string[]>> = {
  habit: rows(
    'Morning run | Read 20 pages | Drink two litres of water | Ten minutes of meditation | No phone in bed | Practise guitar | Cook at home | Write three lines | Stretch | Call family',
  ),
  task: rows(
    'Send the proposal | Book the venue | Fix the login page | Write the invitation | Plan the week | Call the supplier | Review the budget | Update the website | Order new chairs | Prepare the demo',
  ),
  project: rows(
    'Website relaunch | Spring campaign | Office move | Mobile app | Annual report | Shop opening | Brand refresh | Customer survey | Training days | Archive',
  ),
  recipe: rows(
    'Lemon risotto | Shakshuka | Pumpkin soup | Apple crumble | Thai green curry | Focaccia | Lentil salad | Pancakes | Roast chicken | Miso noodles',
  ),
  dish: rows(
    'Burrata and tomatoes | Mushroom ravioli | Sea bass | Lamb shank | Beetroot tartare | Tiramisu | Lemon tart | House red | Elderflower spritz | Onion soup',
  ),
  expense: rows('Groceries | Train ticket | Rent | Coffee with Mia | Electricity | Cinema | New shoes | Pharmacy | Lunch | Phone bill'),
  invoice: rows('INV-1042 | INV-1043 | INV-1044 | INV-1045 | INV-1046 | INV-1047 | INV-1048 | INV-1049 | INV-1050 | INV-1051'),
  book: rows(
    'The Left Hand of Darkness | Piranesi | Educated | Klara and the Sun | The Overstory | Middlemarch | A Man Called Ove | Sapiens | Circe | Project Hail Mary',
  ),
  movie: rows(
    'Past Lives | The Grand Budapest Hotel | Arrival | Spirited Away | Paddington 2 | Parasite | Dune | Moonlight | Before Sunrise | Fargo',
  ),
  game: rows('Hades | Outer Wilds | Stardew Valley | Celeste | Disco Elysium | Portal 2 | Tunic | Inside | Tetris Effect | Zelda'),
  album: rows('Kind of Blue | Rumours | Blue | In Rainbows | Discovery | Graceland | Homogenic | Aja | Hejira | Moon Safari'),
  shoot: rows(
    'Harbour wedding | Family in the park | Product line, spring | Portraits at the studio | Gala evening | Engagement walk | Team headshots | Newborn at home | Dance company | Cookbook',
  ),
  event: rows(
    'Opening night | Ceramics workshop | Summer party | Founders breakfast | Book launch | Jazz in the yard | Design meetup | Open day | Charity run | Winter market',
  ),
  plant: rows('Monstera | Basil | Snake plant | Olive tree | Pilea | Peace lily | Aloe | Calathea | Rosemary | String of pearls'),
  product: rows(
    'Linen shirt | Oak stool | Stoneware mug | Canvas tote | Wool blanket | Brass lamp | Notebook | Candle | Apron | Walnut board',
  ),
  property: rows(
    'Loft by the canal | House with garden | Two rooms, old town | Studio with balcony | Villa on the hill | Penthouse | Country cottage | Office at the station | Corner flat | Townhouse',
  ),
  item: rows('Tomatoes | Bread | Milk | Coffee | Apples | Pasta | Olive oil | Yoghurt | Dish soap | Bananas'),
  deal: rows(
    'Annual licence | Pilot for two teams | Office furniture | Website project | Support contract | Training package | Extra seats | Spring order | Framework deal | Renewal',
  ),
  pet: rows('Luna | Milo | Bella | Oscar | Nala | Rocky | Coco | Simba | Daisy | Loki'),
  class: rows('Morning flow | Strength basics | Evening stretch | Spin | Boxing | Power yoga | Mobility | Core | Breath work | Dance'),
  trip: rows('Lisbon | Kyoto | Iceland | Naples | Oslo | Marrakesh | Vienna | Porto | Edinburgh | Athens'),
  workout: rows('Upper body | Long run | Leg day | Yoga flow | Intervals | Swim | Full body | Rowing | Hill walk | Core'),
  photo: rows(
    'Harbour at dawn | Marta | Rain on glass | The baker | Dunes | Night train | First snow | Market day | Two chairs | Lighthouse',
  ),
  note: rows(
    'Ideas for the talk | Books to buy | Questions for Ana | Garden plan | Things that worked | Names | Packing | Quotes | Kitchen | For later',
  ),
  job: rows(
    'Product designer | Baker | Frontend engineer | Office manager | Data analyst | Nurse | Copywriter | Carpenter | Support lead | Teacher',
  ),
  'stock item': rows('Oak board | Wood screws | Sandpaper | Varnish | Hinges | Steel brackets | Glue | Felt pads | Brass knobs | Plywood'),
  company: rows('Northwind | Lumen Labs | Harbour & Co | Fern Studio | Atlas Foods | Kite | Olive House | Brightside | Marlow | Cobalt'),
  service: rows(
    'First consultation | Full treatment | Express visit | Repair on site | Yearly check | Evening session | Gift voucher | Consultation by phone | Weekend service | Follow-up',
  ),
  review: rows('Marta, regular | Jonas W. | Elif | Sam and Ana | Priya N. | The Lind family | David | Chloé M. | Tom | Yuki'),
  appointment: rows(
    'First visit | Check-up | Follow-up | Consultation | Treatment | Second opinion | Routine visit | Short talk | Planning | Review',
  ),
  match: rows(
    'Lions – Falcons | Harbour – United | Rovers – Lions | Lions – Old Town | Northside – Lions | Lions – Rangers | Cup, first round | Lions – Harbour | Falcons – Lions | Friendly',
  ),
  team: rows('First team | Under 18 | Under 16 | Under 14 | Veterans | Women | Second team | Under 12 | Mixed | Walking football'),
  shift: rows('Front desk | Kitchen | Delivery | Sorting | Welcome table | Cleaning up | Morning shift | Late shift | Driver | Phone'),
  ticket: rows(
    'Cannot log in | Printer is offline | Invoice shows the wrong name | Password reset | Screen stays black | New laptop for Ana | Newsletter bounces | Slow connection | Access to the archive | Update needed',
  ),
  repair: rows(
    'Brake pads | Timing belt | New tyres | Exhaust rattles | Oil and filters | Air conditioning | Broken mirror | Battery | Clutch | Inspection',
  ),
  order: rows('#1042 | #1043 | #1044 | #1045 | #1046 | #1047 | #1048 | #1049 | #1050 | #1051'),
  campaign: rows(
    'Roof for the school | Winter coats | Spring appeal | Clean water | Library books | Emergency fund | Garden for all | Open air season | Matching week | Year-end letter',
  ),
  article: rows(
    'How we choose our beans | A week in the workshop | What we got wrong | Five things for spring | The people behind it | Why slow is better | Notes from the road | Small kitchen, big plans | Our first year | Questions you asked',
  ),
  room: rows(
    'Garden room | Blue room | Attic | Corner suite | Harbour view | Courtyard | The library | Terrace | Quiet room | Family room',
  ),
  court: rows('Court 1 | Court 2 | Court 3 | Centre court | Hall A | Hall B | Clay 1 | Clay 2 | Training court | Covered court'),
  grade: rows(
    'Fractions test | Essay on spring | Vocabulary 3 | Map of Europe | Lab report | Reading aloud | Oral exam | Geometry | Project work | Final test',
  ),
  homework: rows(
    'Page 42, 1 to 6 | Write a letter | Learn the poem | Finish the poster | Read chapter 3 | Practise scales | Draw a map | Ten new words | Measure your room | Questions on the film',
  ),
  lesson: rows('Introduction | Basics | Practice | Deep dive | Review | Workshop | Exam training | Open lesson | Recap | Project day'),
  course: rows(
    'Watercolour for beginners | Bread at home | Spanish A1 | Photography basics | Bookkeeping | Public speaking | Web design | Pottery | Guitar | First aid',
  ),
  vehicle: rows('Golf, white | Transit | Polo | Sprinter | Yaris | Model 3 | Octavia | Kangoo | Corsa | Vespa'),
  prescription: rows(
    'Ibuprofen 400 | Amoxicillin | Vitamin D | Salbutamol | Metformin | Cetirizine | Omeprazole | Ramipril | Iron | Eye drops',
  ),
  medication: rows('Vitamin D | Ibuprofen 400 | Thyroxine | Magnesium | Iron | Omega-3 | Cetirizine | Metformin | Zinc | Eye drops'),
  timesheet: rows(
    'Wireframes | Call with the client | Bug fixes | Workshop | Copywriting | Research | Release | Photo editing | Planning | Support',
  ),
  feeding: rows('Early bottle | Morning | Before the nap | Lunch | Afternoon | After the walk | Evening | Bedtime | Night | First light'),
  meal: rows(
    'Porridge with berries | Lentil soup | Chicken and rice | Greek salad | Apple and nuts | Omelette | Salmon and potatoes | Yoghurt | Pasta | Hummus bowl',
  ),
  goal: rows(
    'Run ten kilometres | Save three months of rent | Learn Spanish | Read 24 books | Finish the portfolio | Sleep before eleven | Visit grandma monthly | Plant the garden | Give a talk | Swim twice a week',
  ),
  gig: rows(
    'The Lantern | Harbour Stage | Blue Note | Town festival | Café Orbit | Open air, park | Old Theatre | Wedding at the lake | Radio session | Jazz cellar',
  ),
  song: rows(
    'Paper Boats | Late Train | Northern Light | Salt | Second Summer | Harbour Lights | Slow Down | Window Seat | Gravel | Come Home',
  ),
  hive: rows('Apple tree | Lower meadow | By the fence | South corner | The old one | Hazel | Roof | Orchard 2 | Lime alley | Nucleus'),
  wine: rows('Barolo | Riesling Kabinett | Chablis | Rioja Reserva | Grüner Veltliner | Cava | Beaujolais | Etna Rosso | Sancerre | Douro'),
  restaurant: rows(
    'Trattoria Lina | Ramen House | Chez Paul | La Tortuga | Green Table | The Corner | Osteria | Noodle Bar | Brasserie | Taquería',
  ),
  collectible: rows(
    'First edition | Silver dollar | Blue stamp | Rare card | Tin robot | Model train | Enamel pin | Signed print | Old map | Pocket watch',
  ),
  gear: rows('Camera body | 50 mm lens | Tripod | LED panel | Wireless mic | Drone | Gimbal | Softbox | Field recorder | Projector'),
  bug: rows(
    'Menu does not close | Total is rounded wrong | Image upload fails | Typo on the first page | Slow search | Date is a day off | Button without a label | Mail sent twice | Crash on rotate | Wrong currency',
  ),
  feature: rows(
    'Dark mode | Export to CSV | Shared lists | Reminders | Offline use | Calendar view | Keyboard shortcuts | Comments | Templates | Sign in with a link',
  ),
  lead: rows('Lumen Labs | Harbour & Co | Kite | Atlas Foods | Fern Studio | Marlow | Cobalt | Northwind | Olive House | Brightside'),
  'journal entry': rows(
    'A slow morning | Rain all day | The long walk | Dinner with Sam | Nothing much | A good talk | First day back | By the sea | Tired, and fine | Sunday',
  ),
  'packing item': rows(
    'Passport | Rain jacket | Toothbrush | Charger | Swimsuit | Book | Sunscreen | Hiking boots | First aid kit | Headphones',
  ),
  work: rows(
    'Harbour brand | Ticket shop | Field guide app | Annual report | Museum website | Coffee packaging | Wayfinding | Recipe app | Poster series | Portfolio for Ana',
  ),
  harvest: rows('Tomatoes | Carrots | Honey | Apples | Potatoes | Beans | Courgettes | Lavender | Onions | Pumpkins'),
  livestock: rows('Berta | Flora | Hugo | Lotte | Momo | Frieda | Oskar | Resi | Stella | Paul'),
  field: rows(
    'Upper field | Lower meadow | River strip | Hill field | Orchard | Long acre | South slope | By the road | Old pasture | New plot',
  ),
  'leave request': rows(
    'Anna Berg | Mateo Silva | Priya Nair | Jonas Weber | Chloé Martin | Sam Okafor | Elena Rossi | Yuki Tanaka | Nora Lind | David Cohen',
  ),
};
