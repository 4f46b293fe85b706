import { b, type Bilingual } from './bilingual.ts'

export interface DemoPlace {
  key: string
  name: Bilingual
  kind: 'location' | 'equipment'
  /** What stands for it on a camping site. */
  onCamping?: Bilingual
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
    onCamping: b('Location de vélos', 'Bike hire'),
  },
  {
    key: 'laundry',
    name: b('Laverie', 'Laundry room'),
    kind: 'location',
    onCamping: b('Bloc sanitaire, laverie', 'Wash block, laundry'),
  },
  { key: 'petanque-ground', name: b('Terrain de pétanque', 'Pétanque ground'), kind: 'location' },
  {
    key: 'roof-terrace',
    name: b('Toit-terrasse du bâtiment C', 'Roof terrace, building C'),
    kind: 'location',
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
    onCamping: b('Aire de jeux, près de la piscine', 'Playground, by the pool'),
  },
  { key: 'reception', name: b('Accueil', 'Reception'), kind: 'location' },
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
