import { roles } from '@parvis/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/kernel/actor.ts'
import { sessionAbilities } from './session.policy.ts'

describe('the abilities of a session', () => {
  const everything = {
    type: 'Neighborhood',
    acceptPosts: true,
    gooddeal: true,
    weather: true,
    subscribe: true,
    templatesUpdatedAt: new Date(),
    timezone: 'Europe/Paris',
  } as const
  const abilitiesOf = (role: Actor['role'], flags: Partial<Actor['community']> = {}) =>
    Object.entries(sessionAbilities({ role, community: { ...everything, ...flags } } as Actor))
      .filter(([, may]) => may)
      .map(([verb]) => verb)
      .join(' ')

  it.each([
    ['guest', 'seeDeals seeWeather'],
    [
      'neighbor',
      'publish post publishActivity chat readChats writeToNeighbors answer flag openProfiles editProfile leave deleteAccount beTold seeDeals seeWeather',
    ],
    [
      'advertiser',
      'publish post chat readChats answer flag openProfiles editProfile leave deleteAccount beTold seeDeals writeDeals seeWeather',
    ],
    [
      'employee',
      'publish post publishActivity publishTemplate createTemplate chat readChats writeToNeighbors answer flag openProfiles editProfile beTold useSecondFactor printPoster seeDeals writeDeals seeWeather',
    ],
    [
      'administrator',
      'publish post publishActivity publishTemplate createTemplate chat readChats writeToNeighbors answer flag openProfiles editProfile beTold useSecondFactor printPoster runCommunity seeDeals writeDeals seeWeather',
    ],
    [
      'webmaster',
      'publish post publishActivity publishTemplate createTemplate chat readChats writeToNeighbors answer flag openProfiles editProfile beTold useSecondFactor printPoster runCommunity runInstallation seeDeals writeDeals seeWeather',
    ],
  ] as const)('of the role %s are: %s', (role, verbs) => expect(abilitiesOf(role)).toBe(verbs))

  it('let the team post even if members may not, and exclude features that are switched off', () => {
    expect(roles.filter(role => abilitiesOf(role, { acceptPosts: false }).split(' ').includes('post'))).toEqual([
      'employee',
      'administrator',
      'webmaster',
    ])
    expect(
      roles.filter(role =>
        /seeDeals|writeDeals|seeWeather/.test(abilitiesOf(role, { gooddeal: false, weather: false })),
      ),
    ).toEqual([])
  })
})
