import { b, type Bilingual } from './bilingual.ts'

export interface DemoPlace {
  key: string
  name: Bilingual
  kind: 'location' | 'equipment'
}

export const places: DemoPlace[] = [
  { key: 'garden', name: b('Jardin, près du tilleul', 'Garden, by the lime tree'), kind: 'location' },
  { key: 'common-room', name: b('Salle commune', 'Common room'), kind: 'location' },
  { key: 'courtyard', name: b('Grande cour', 'Main courtyard'), kind: 'location' },
  { key: 'bike-shed', name: b('Local à vélos', 'Bike shed'), kind: 'location' },
  { key: 'laundry', name: b('Laverie', 'Laundry room'), kind: 'location' },
  { key: 'petanque-ground', name: b('Terrain de pétanque', 'Pétanque ground'), kind: 'location' },
  { key: 'roof-terrace', name: b('Toit-terrasse du bâtiment C', 'Roof terrace, building C'), kind: 'location' },
  { key: 'vegetable-garden', name: b('Potager partagé', 'Shared vegetable garden'), kind: 'location' },
  { key: 'playground', name: b('Aire de jeux', 'Playground'), kind: 'location' },
  { key: 'reception', name: b('Accueil', 'Reception'), kind: 'location' },
  { key: 'book-shelf', name: b('Boîte à livres', 'Book-swap shelf'), kind: 'location' },
  { key: 'north-car-park', name: b('Parking nord', 'North car park'), kind: 'location' },
  { key: 'my-place', name: b('À mon emplacement', 'At my place'), kind: 'equipment' },
]
