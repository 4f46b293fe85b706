import type { Role } from '@parvis/contract/roles.ts'
import { bilingual } from './bilingual.ts'
import type { Person } from './people.ts'

export const DEMO_PASSWORD = 'parvis-demo'

export interface DemoAccount {
  email: string
  role: Role
  company?: string
  /** The drawing below `drawings/signs/` that a shop shows instead of a face. */
  sign?: string
  person: Person
}

const person = (
  firstname: string,
  lastname: string,
  pseudo: string,
  gender: 'M' | 'F',
  age: number,
  face: number,
  phone: string,
  job: Person['job'],
): Person => ({
  firstname,
  lastname,
  pseudo,
  gender,
  age,
  building: 'B',
  floor: 2,
  apartmentNumber: 21,
  job,
  description: null,
  hobbies: ['gardening', 'board-games'],
  phone,
  face,
})

/** The accounts of the first community with which anybody may try the demo; their password is `DEMO_PASSWORD`. */
export const accounts: DemoAccount[] = [
  {
    email: 'neighbor@demo.example',
    role: 'neighbor',
    person: person(
      'Camille',
      'Roussel',
      'camille.roussel',
      'F',
      34,
      26,
      '+33(0)6 39 98 14 07',
      bilingual('Infirmière', 'Nurse'),
    ),
  },
  {
    email: 'neighbor2@demo.example',
    role: 'neighbor',
    person: person(
      'Mehdi',
      'Benhamou',
      'mehdi.b',
      'M',
      29,
      18,
      '+33(0)6 39 98 22 61',
      bilingual('Menuisier', 'Joiner'),
    ),
  },
  {
    email: 'advertiser@demo.example',
    role: 'advertiser',
    company: 'Boulangerie du Vieux Four',
    sign: 'bakery',
    person: person(
      'Hélène',
      'Carrier',
      'helene-du-four',
      'F',
      46,
      15,
      '+33(0)1 99 00 35 12',
      bilingual('Boulangère', 'Baker'),
    ),
  },
  {
    email: 'employee@demo.example',
    role: 'employee',
    person: person(
      'Sophie',
      'Dunand',
      'sophie-accueil',
      'F',
      38,
      79,
      '+33(0)1 99 00 40 18',
      bilingual('Chargée d’accueil', 'Receptionist'),
    ),
  },
  {
    email: 'administrator@demo.example',
    role: 'administrator',
    person: person(
      'Jeannine',
      'Pasquier',
      'jeannine.pasquier',
      'F',
      67,
      33,
      '+33(0)6 39 98 09 92',
      bilingual('Présidente du conseil syndical', 'Chair of the residents’ council'),
    ),
  },
  {
    email: 'webmaster@demo.example',
    role: 'webmaster',
    person: person(
      'Oumar',
      'Traoré',
      'oumar.traore',
      'M',
      41,
      30,
      '+33(0)6 39 98 73 30',
      bilingual('Référent numérique', 'Digital adviser'),
    ),
  },
]

/** More such accounts, whose members have joined that community last. */
export const lateAccounts: DemoAccount[] = [
  {
    email: 'advertiser2@demo.example',
    role: 'advertiser',
    company: 'La Roue du Faubourg',
    sign: 'bicycle',
    person: person(
      'Bastien',
      'Lacroix',
      'bastien-la-roue',
      'M',
      31,
      12,
      '+33(0)6 39 98 51 84',
      bilingual('Réparateur de vélos', 'Bike mender'),
    ),
  },
]
