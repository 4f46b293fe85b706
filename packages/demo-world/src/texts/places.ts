import { bilingual, type Bilingual } from './bilingual.ts'

export interface DemoPlace {
  key: string
  name: Bilingual
  kind: 'location' | 'equipment'
  /** The name that replaces `name` on a camping site. */
  onCamping?: Bilingual
  opening?: Bilingual
  words?: Bilingual
}

export const places: DemoPlace[] = [
  {
    key: 'garden',
    name: bilingual('Jardin, près du tilleul', 'Garden, by the lime tree'),
    kind: 'location',
    onCamping: bilingual('Pinède, aire de pique-nique', 'Pine wood, picnic area'),
  },
  {
    key: 'common-room',
    name: bilingual('Salle commune', 'Common room'),
    kind: 'location',
    opening: bilingual('Tous les jours, 9 h – 22 h', 'Every day, 9:00–22:00'),
    words: bilingual(
      'À réserver auprès de la gardienne, trente places assises.',
      'Book it with the caretaker; it seats thirty.',
    ),
    onCamping: bilingual('Salle d’animation', 'Activity room'),
  },
  {
    key: 'courtyard',
    name: bilingual('Grande cour', 'Main courtyard'),
    kind: 'location',
    onCamping: bilingual('Place centrale', 'Central square'),
  },
  {
    key: 'bike-shed',
    name: bilingual('Local à vélos', 'Bike shed'),
    kind: 'location',
    words: bilingual('Le code est affiché dans les halls.', 'The code hangs in the entrance halls.'),
    onCamping: bilingual('Location de vélos', 'Bike hire'),
  },
  {
    key: 'laundry',
    name: bilingual('Laverie', 'Laundry room'),
    kind: 'location',
    opening: bilingual('7 h – 21 h', '7:00–21:00'),
    words: bilingual('Quatre machines, deux séchoirs.', 'Four washers, two dryers.'),
    onCamping: bilingual('Bloc sanitaire, laverie', 'Wash block, laundry'),
  },
  {
    key: 'petanque-ground',
    name: bilingual('Terrain de pétanque', 'Pétanque ground'),
    kind: 'location',
    opening: bilingual('Jusqu’à 22 h', 'Until 22:00'),
    words: bilingual('Des boules se prêtent à l’accueil.', 'Boules can be borrowed at reception.'),
  },
  {
    key: 'roof-terrace',
    name: bilingual('Toit-terrasse du bâtiment C', 'Roof terrace, building C'),
    kind: 'location',
    opening: bilingual('De mai à septembre, 10 h – 22 h', 'May to September, 10:00–22:00'),
    onCamping: bilingual('Terrasse du snack', 'Snack bar terrace'),
  },
  {
    key: 'vegetable-garden',
    name: bilingual('Potager partagé', 'Shared vegetable garden'),
    kind: 'location',
    onCamping: bilingual('Espace barbecue', 'Barbecue area'),
  },
  {
    key: 'playground',
    name: bilingual('Aire de jeux', 'Playground'),
    kind: 'location',
    words: bilingual('Pour les enfants de 2 à 10 ans.', 'For children of 2 to 10.'),
    onCamping: bilingual('Aire de jeux, près de la piscine', 'Playground, by the pool'),
  },
  {
    key: 'reception',
    name: bilingual('Accueil', 'Reception'),
    kind: 'location',
    opening: bilingual('Lundi à vendredi, 8 h – 12 h et 16 h – 18 h', 'Monday to Friday, 8:00–12:00 and 16:00–18:00'),
  },
  {
    key: 'book-shelf',
    name: bilingual('Boîte à livres', 'Book-swap shelf'),
    kind: 'location',
    onCamping: bilingual('Boîte à livres de l’accueil', 'Book-swap shelf at reception'),
  },
  {
    key: 'north-car-park',
    name: bilingual('Parking nord', 'North car park'),
    kind: 'location',
    onCamping: bilingual('Parking de l’entrée', 'Car park at the gate'),
  },
  { key: 'my-place', name: bilingual('À mon emplacement', 'At my place'), kind: 'equipment' },
]
