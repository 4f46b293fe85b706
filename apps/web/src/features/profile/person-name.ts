import { displayName } from '@parvis/contract/entity.ts'
import type { Person } from '@parvis/contract/profile.ts'

/** What somebody is called on their profile: the team is told last names whole. */
export const nameOf = (person: Pick<Person, 'company' | 'firstname' | 'lastname' | 'initial' | 'pseudo'>): string =>
  person.lastname && !person.company
    ? [person.firstname, person.lastname].filter(Boolean).join(' ')
    : displayName(person)
