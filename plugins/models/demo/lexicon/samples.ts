/** Example values by what a row is (the noun of the lexicon) for its name, and by field for the rest. */
export const names: Readonly<Record<string, readonly string[]>> = {
  habit: ['Morning run', 'Read 20 pages', 'Drink two litres of water', 'Ten minutes of meditation', 'No phone in bed', 'Practise guitar', 'Cook at home', 'Write three lines', 'Stretch', 'Call family'],
  task: ['Send the proposal', 'Book the venue', 'Fix the login page', 'Write the invitation', 'Plan the week', 'Call the supplier', 'Review the budget', 'Update the website', 'Order new chairs', 'Prepare the demo'],
  project: ['Website relaunch', 'Spring campaign', 'Office move', 'Mobile app', 'Annual report', 'Shop opening', 'Brand refresh', 'Customer survey', 'Training days', 'Archive'],
  recipe: ['Lemon risotto', 'Shakshuka', 'Pumpkin soup', 'Apple crumble', 'Thai green curry', 'Focaccia', 'Lentil salad', 'Pancakes', 'Roast chicken', 'Miso noodles'],
  dish: ['Burrata and tomatoes', 'Mushroom ravioli', 'Sea bass', 'Lamb shank', 'Beetroot tartare', 'Tiramisu', 'Lemon tart', 'House red', 'Elderflower spritz', 'Onion soup'],
  expense: ['Groceries', 'Train ticket', 'Rent', 'Coffee with Mia', 'Electricity', 'Cinema', 'New shoes', 'Pharmacy', 'Lunch', 'Phone bill'],
  invoice: ['INV-1042', 'INV-1043', 'INV-1044', 'INV-1045', 'INV-1046', 'INV-1047', 'INV-1048', 'INV-1049', 'INV-1050', 'INV-1051'],
  book: ['The Left Hand of Darkness', 'Piranesi', 'Educated', 'Klara and the Sun', 'The Overstory', 'Middlemarch', 'A Man Called Ove', 'Sapiens', 'Circe', 'Project Hail Mary'],
  movie: ['Past Lives', 'The Grand Budapest Hotel', 'Arrival', 'Spirited Away', 'Paddington 2', 'Parasite', 'Dune', 'Moonlight', 'Before Sunrise', 'Fargo'],
  game: ['Hades', 'Outer Wilds', 'Stardew Valley', 'Celeste', 'Disco Elysium', 'Portal 2', 'Tunic', 'Inside', 'Tetris Effect', 'Zelda'],
  album: ['Kind of Blue', 'Rumours', 'Blue', 'In Rainbows', 'Discovery', 'Graceland', 'Homogenic', 'Aja', 'Hejira', 'Moon Safari'],
  shoot: ['Harbour wedding', 'Family in the park', 'Product line, spring', 'Portraits at the studio', 'Gala evening', 'Engagement walk', 'Team headshots', 'Newborn at home', 'Dance company', 'Cookbook'],
  event: ['Opening night', 'Ceramics workshop', 'Summer party', 'Founders breakfast', 'Book launch', 'Jazz in the yard', 'Design meetup', 'Open day', 'Charity run', 'Winter market'],
  plant: ['Monstera', 'Basil', 'Snake plant', 'Olive tree', 'Pilea', 'Peace lily', 'Aloe', 'Calathea', 'Rosemary', 'String of pearls'],
  product: ['Linen shirt', 'Oak stool', 'Stoneware mug', 'Canvas tote', 'Wool blanket', 'Brass lamp', 'Notebook', 'Candle', 'Apron', 'Walnut board'],
  property: ['Loft by the canal', 'House with garden', 'Two rooms, old town', 'Studio with balcony', 'Villa on the hill', 'Penthouse', 'Country cottage', 'Office at the station', 'Corner flat', 'Townhouse'],
  item: ['Tomatoes', 'Bread', 'Milk', 'Coffee', 'Apples', 'Pasta', 'Olive oil', 'Yoghurt', 'Dish soap', 'Bananas'],
  deal: ['Annual licence', 'Pilot for two teams', 'Office furniture', 'Website project', 'Support contract', 'Training package', 'Extra seats', 'Spring order', 'Framework deal', 'Renewal'],
  pet: ['Luna', 'Milo', 'Bella', 'Oscar', 'Nala', 'Rocky', 'Coco', 'Simba', 'Daisy', 'Loki'],
  class: ['Morning flow', 'Strength basics', 'Evening stretch', 'Spin', 'Boxing', 'Power yoga', 'Mobility', 'Core', 'Breath work', 'Dance'],
  trip: ['Lisbon', 'Kyoto', 'Iceland', 'Naples', 'Oslo', 'Marrakesh', 'Vienna', 'Porto', 'Edinburgh', 'Athens'],
  workout: ['Upper body', 'Long run', 'Leg day', 'Yoga flow', 'Intervals', 'Swim', 'Full body', 'Rowing', 'Hill walk', 'Core'],
  photo: ['Harbour at dawn', 'Marta', 'Rain on glass', 'The baker', 'Dunes', 'Night train', 'First snow', 'Market day', 'Two chairs', 'Lighthouse'],
  note: ['Ideas for the talk', 'Books to buy', 'Questions for Ana', 'Garden plan', 'Things that worked', 'Names', 'Packing', 'Quotes', 'Kitchen', 'For later'],
  job: ['Product designer', 'Baker', 'Frontend engineer', 'Office manager', 'Data analyst', 'Nurse', 'Copywriter', 'Carpenter', 'Support lead', 'Teacher'],
  company: ['Northwind', 'Lumen Labs', 'Harbour & Co', 'Fern Studio', 'Atlas Foods', 'Kite', 'Olive House', 'Brightside', 'Marlow', 'Cobalt'],
};

export const people = ['Anna Berg', 'Mateo Silva', 'Priya Nair', 'Jonas Weber', 'Chloé Martin', 'Sam Okafor', 'Elena Rossi', 'Yuki Tanaka', 'Nora Lind', 'David Cohen'];
export const places = ['Harbour Street 12', 'Old Town', 'City Park', 'Riverside 4', 'Studio 2', 'Market Square', 'Hillside', 'North Pier', 'Garden House', 'Central Station'];
export const companies = names['company'] ?? [];
export const authors = ['Ursula K. Le Guin', 'Susanna Clarke', 'Tara Westover', 'Kazuo Ishiguro', 'Richard Powers', 'George Eliot', 'Fredrik Backman', 'Yuval Noah Harari', 'Madeline Miller', 'Andy Weir'];
export const sentences = ['Went better than expected.', 'Ask again next week.', 'Prefers mornings.', 'A favourite, keep it in mind.', 'Needs a second look.', 'Simple, and very good.', 'Came through a friend.', 'Handle with care.', 'Try something new here.', 'All set.'];
