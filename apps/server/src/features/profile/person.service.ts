// Each viewer sees of a person what the policy allows. For somebody hidden from the viewer the response is the same as
// for an unknown id.
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Person } from '@parvis/contract/profile.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import {
  canSeePerson,
  isProtectedMinor,
  isNameOnly,
  assertCanViewProfiles,
  type PersonFacts,
  personAbilities,
  profileVisibilityOf,
} from './people.policy.ts'
import { presentBlockedPerson, presentMinor, presentPerson } from './people.presenter.ts'
import type { PersonRow } from './people.queries.ts'

const todayOf = ({ clock }: Pick<Platform, 'clock'>, { community }: Actor) =>
  dayAt(clock.now().getTime(), community.timezone)

/**
 * Returns the row of the person with the facts for the policy. Throws `forbidden` if the viewer may see no profiles at
 * all, `error404` if the person does not exist or is hidden from the viewer.
 */
export const assertVisiblePerson = (actor: Actor, row: PersonRow | undefined) => {
  assertCanViewProfiles(actor)
  if (!row) return fail('error404')
  const facts: PersonFacts = {
    userId: row.author.id,
    role: row.author.role,
    communityId: row.community_id,
    organizationId: row.organization_id,
    isActive: row.is_there,
    isMinor: row.is_minor,
    isBlocked: row.is_blocked,
  }
  return canSeePerson(actor, facts) ? { row, facts } : fail('error404')
}

export const getPerson = async (platform: Platform, actor: Actor, foundRow: PersonRow | undefined): Promise<Person> => {
  const { row, facts } = assertVisiblePerson(actor, foundRow)
  const nameAlone = isNameOnly(actor, facts)
  const answers = nameAlone
    ? []
    : await Promise.all(platform.features.map(feature => feature.canWriteTo?.(platform, actor, facts.userId)))
  const canWrite = answers.some(Boolean)
  const abilities = personAbilities(actor, facts, { canWrite, hasPhone: row.phone !== null })
  if (nameAlone) return presentBlockedPerson(row, abilities)
  if (isProtectedMinor(actor, facts)) return presentMinor(row, abilities)
  return presentPerson(row, {
    visibility: profileVisibilityOf(actor, facts),
    online: platform.presence.isOnline(facts.userId),
    today: todayOf(platform, actor),
    abilities,
  })
}
