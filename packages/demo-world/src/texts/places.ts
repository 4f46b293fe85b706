import { b, type Bilingual } from './bilingual.ts'

export interface DemoPlace {
  key: string
  name: Bilingual
  kind: 'location' | 'equipment'
  /** What stands for it on a camping site. */
  onCamping?: Bilingual
  opening?: Bilingual
  words?: Bilingual
}

export const places: DemoPlace[] = [
  {
    key: 'garden',
    name: b('Jardin, près du tilleul', 'Garden, by the lime tree'),
    kind: 'location',
    onCamping: b('Pinède, aire de pique-nique', 'Pine wood, picnic area'),
  },
  {
    key: 'common-room',
    name: b('Salle commune', 'Common room'),
    kind: 'location',
    opening: b('Tous les jours, 9 h – 22 h', 'Every day, 9:00–22:00'),
    words: b(
      'À réserver auprès de la gardienne, trente places assises.',
      'Book it with the caretaker; it seats thirty.',
    ),
    onCamping: b('Salle d’animation', 'Activity room'),
  },
  {
    key: 'courtyard',
    name: b('Grande cour', 'Main courtyard'),
    kind: 'location',
    onCamping: b('Place centrale', 'Central square'),
  },
  {
    key: 'bike-shed',
    name: b('Local à vélos', 'Bike shed'),
    kind: 'location',
    words: b('Le code est affiché dans les halls.', 'The code hangs in the entrance halls.'),
    onCamping: b('Location de vélos', 'Bike hire'),
  },
  {
    key: 'laundry',
    name: b('Laverie', 'Laundry room'),
    kind: 'location',
    opening: b('7 h – 21 h', '7:00–21:00'),
    words: b('Quatre machines, deux séchoirs.', 'Four washers, two dryers.'),
    onCamping: b('Bloc sanitaire, laverie', 'Wash block, laundry'),
  },
  {
    key: 'petanque-ground',
    name: b('Terrain de pétanque', 'Pétanque ground'),
    kind: 'location',
    opening: b('Jusqu’à 22 h', 'Until 22:00'),
    words: b('Des boules se prêtent à l’accueil.', 'Boules can be borrowed at reception.'),
  },
  {
    key: 'roof-terrace',
    name: b('Toit-terrasse du bâtiment C', 'Roof terrace, building C'),
    kind: 'location',
    opening: b('De mai à septembre, 10 h – 22 h', 'May to September, 10:00–22:00'),
    onCamping: b('Terrasse du snack', 'Snack bar terrace'),
  },
  {
    key: 'vegetable-garden',
    name: b('Potager partagé', 'Shared vegetable garden'),
    kind: 'location',
    onCamping: b('Espace barbecue', 'Barbecue area'),
  },
  {
    key: 'playground',
    name: b('Aire de jeux', 'Playground'),
    kind: 'location',
    words: b('Pour les enfants de 2 à 10 ans.', 'For children of 2 to 10.'),
    onCamping: b('Aire de jeux, près de la piscine', 'Playground, by the pool'),
  },
  {
    key: 'reception',
    name: b('Accueil', 'Reception'),
    kind: 'location',
    opening: b('Lundi à vendredi, 8 h – 12 h et 16 h – 18 h', 'Monday to Friday, 8:00–12:00 and 16:00–18:00'),
  },
  {
    key: 'book-shelf',
    name: b('Boîte à livres', 'Book-swap shelf'),
    kind: 'location',
    onCamping: b('Boîte à livres de l’accueil', 'Book-swap shelf at reception'),
  },
  {
    key: 'north-car-park',
    name: b('Parking nord', 'North car park'),
    kind: 'location',
    onCamping: b('Parking de l’entrée', 'Car park at the gate'),
  },
  { key: 'my-place', name: b('À mon emplacement', 'At my place'), kind: 'equipment' },
]
