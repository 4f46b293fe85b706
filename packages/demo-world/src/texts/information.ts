import type { UsefulNumberKind } from '@parvis/contract/information.ts'
import { bilingual, type Bilingual } from './bilingual.ts'
import { fictionalPhone } from './phone.ts'

export interface DemoNumber {
  name: Bilingual
  phone: string
  kind: UsefulNumberKind
}

export interface DemoInformation {
  opening: Bilingual
  building: string | null
  residence: string | null
  district: string | null
  fax: string | null
  numbers: DemoNumber[]
  /** The alternative text of the site plan. */
  plan: Bilingual
}

const emergencies: DemoNumber[] = [
  { name: bilingual('Urgences, partout en Europe', 'Emergencies, all over Europe'), phone: '112', kind: 'emergency' },
  { name: bilingual('Pompiers', 'Fire brigade'), phone: '18', kind: 'emergency' },
  { name: bilingual('Samu', 'Ambulance'), phone: '15', kind: 'emergency' },
  {
    name: bilingual('Urgences par SMS, pour sourds', 'Emergencies by text, for the deaf'),
    phone: '114',
    kind: 'emergency',
  },
]
const poison = {
  name: bilingual('Centre antipoison', 'Poison control centre'),
  phone: fictionalPhone('6911'),
  kind: 'health',
} as const

const plan = (fr: string, en: string) => bilingual(fr, en)

/** By the URI of the community. */
export const information: Record<string, DemoInformation> = {
  'les-tilleuls': {
    opening: bilingual(
      'Gardienne : lundi à vendredi, 8 h – 12 h et 16 h – 18 h\nSamedi : 9 h – 11 h',
      'Caretaker: Monday to Friday, 8:00–12:00 and 16:00–18:00\nSaturday: 9:00–11:00',
    ),
    building: null,
    residence: 'Les Tilleuls',
    district: 'Annecy centre',
    fax: null,
    numbers: [
      ...emergencies,
      poison,
      {
        name: bilingual('Ascenseurs, jour et nuit', 'Lifts, day and night'),
        phone: fictionalPhone('2051'),
        kind: 'repair',
      },
      {
        name: bilingual('Chauffage et eau chaude', 'Heating and hot water'),
        phone: fictionalPhone('2052'),
        kind: 'repair',
      },
      { name: bilingual('Syndic', 'Managing agent'), phone: fictionalPhone('2053'), kind: 'other' },
    ],
    plan: plan(
      'Six immeubles, A à F, autour du grand tilleul, du potager et du terrain de pétanque',
      'Six buildings, A to F, around the old lime tree, the vegetable plot and the pétanque ground',
    ),
  },
  'quartier-de-la-gare': {
    opening: bilingual(
      'Maison du quartier : mardi à samedi, 10 h – 19 h',
      'District house: Tuesday to Saturday, 10:00–19:00',
    ),
    building: null,
    residence: null,
    district: 'La Gare',
    fax: null,
    numbers: [
      ...emergencies,
      { name: bilingual('Pharmacie de garde', 'Duty chemist'), phone: fictionalPhone('2161'), kind: 'health' },
      { name: bilingual('Propreté de la ville', 'Street cleaning'), phone: fictionalPhone('2162'), kind: 'other' },
    ],
    plan: plan(
      'La gare, la place des Cheminots et les îlots B à F autour d’elle',
      'The station, place des Cheminots and blocks B to F around it',
    ),
  },
  'residence-du-lac': {
    opening: bilingual(
      'Accueil : tous les jours, 8 h – 20 h\nPiscine : 9 h – 20 h, de mai à septembre',
      'Reception: every day, 8:00–20:00\nPool: 9:00–20:00, May to September',
    ),
    building: null,
    residence: 'Résidence du Lac',
    district: 'Albigny',
    fax: fictionalPhone('3309'),
    numbers: [
      ...emergencies,
      { name: bilingual('Accueil, la nuit', 'Reception, at night'), phone: fictionalPhone('3311'), kind: 'repair' },
      {
        name: bilingual('Infirmière de la résidence', 'Nurse of the residence'),
        phone: fictionalPhone('3312'),
        kind: 'health',
      },
    ],
    plan: plan(
      'Les bâtiments A et B, l’accueil en C, la piscine et le ponton',
      'Buildings A and B, reception in C, the pool and the landing stage',
    ),
  },
  'camping-des-pins': {
    opening: bilingual(
      'Accueil : 8 h – 12 h et 14 h – 20 h\nBarrière fermée de 22 h 30 à 7 h',
      'Reception: 8:00–12:00 and 14:00–20:00\nGate closed from 22:30 to 7:00',
    ),
    building: null,
    residence: null,
    district: 'Semnoz',
    fax: null,
    numbers: [
      ...emergencies,
      poison,
      { name: bilingual('Gardien de nuit', 'Night warden'), phone: fictionalPhone('4499'), kind: 'repair' },
      { name: bilingual('Taxi', 'Taxi'), phone: fictionalPhone('4477'), kind: 'other' },
    ],
    plan: plan(
      'Les emplacements, l’accueil (1), les sanitaires (2), le snack (3) et la piscine',
      'The pitches, reception (1), the wash block (2), the snack bar (3) and the pool',
    ),
  },
}
