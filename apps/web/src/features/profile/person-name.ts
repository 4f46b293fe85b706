import { displayName } from '@parvis/contract/entity.ts'
import type { Person } from '@parvis/contract/profile.ts'

/** The name shown on a profile: the team sees last names in full. */
export const profileName = (
  person: Pick<Person, 'company' | 'firstname' | 'lastname' | 'initial' | 'pseudo'>,
): string =>
  person.lastname && !person.company
    ? [person.firstname, person.lastname].filter(Boolean).join(' ')
    : displayName(person)
