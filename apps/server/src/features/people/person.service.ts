// Each viewer sees a person as the policy allows; people they may not know of get the same answer as unknown ones.
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Person } from '@parvis/contract/profile.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { mayWriteToPerson } from '../chat/target.service.ts'
import {
  canSeePerson,
  isMinorTo,
  isNameAlone,
  mustOpenProfiles,
  type PersonFacts,
  personAbilities,
  sightOf,
} from './people.policy.ts'
import { presentBlocked, presentMinor, presentPerson } from './people.presenter.ts'
import type { PersonRow } from './people.queries.ts'

type Reading = Pick<Platform, 'db' | 'settings' | 'presence' | 'clock'>

const todayOf = ({ clock }: Pick<Platform, 'clock'>, { community }: Actor) =>
  dayAt(clock.now().getTime(), community.timezone)

/** Throws `forbidden` for viewers who may see nobody, `error404` for people hidden from this one. */
export const mustSeePerson = (actor: Actor, row: PersonRow | undefined) => {
  mustOpenProfiles(actor)
  if (!row) return fail('error404')
  const facts: PersonFacts = {
    userId: row.author.id,
    role: row.author.role,
    communityId: row.community_id,
    organizationId: row.organization_id,
    isThere: row.is_there,
    isMinor: row.is_minor,
    isBlocked: row.is_blocked,
  }
  return canSeePerson(actor, facts) ? { row, facts } : fail('error404')
}

export const getPerson = async (platform: Reading, actor: Actor, found: PersonRow | undefined): Promise<Person> => {
  const { row, facts } = mustSeePerson(actor, found)
  const nameAlone = isNameAlone(actor, facts)
  const mayWrite = !nameAlone && (await mayWriteToPerson(platform, actor, facts.userId))
  const abilities = personAbilities(actor, facts, { mayWrite, hasPhone: row.phone !== null })
  if (nameAlone) return presentBlocked(row, abilities)
  if (isMinorTo(actor, facts)) return presentMinor(row, abilities)
  return presentPerson(row, {
    sight: sightOf(actor, facts),
    online: platform.presence.isOnline(facts.userId),
    today: todayOf(platform, actor),
    abilities,
  })
}
