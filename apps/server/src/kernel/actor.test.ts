import { roles, type Role } from '@parvis/contract/roles.ts'
import { expect, it } from 'vitest'
import { type Actor, canBlock, canModerate, type CommunityRef, isStaffOf, withHiddenUser } from './actor.ts'

const home: CommunityRef = { communityId: 'home', organizationId: 'organisation' }
const sister: CommunityRef = { communityId: 'sister', organizationId: 'organisation' }
const otherOrganization: CommunityRef = { communityId: 'stranger', organizationId: 'another organisation' }
const noOrganization: CommunityRef = { communityId: 'alone', organizationId: null }

const moderatorsOf = (place: CommunityRef, from: CommunityRef) =>
  roles.filter((role: Role) => canModerate({ role, ...from }, place))

it('an administrator moderates every community of their organisation, a webmaster every community', () => {
  expect(moderatorsOf(home, home)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf(sister, home)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf(otherOrganization, home)).toEqual(['webmaster'])
})

it('communities without an organisation share no staff with each other', () => {
  expect(moderatorsOf(noOrganization, noOrganization)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf({ ...noOrganization, communityId: 'alone too' }, noOrganization)).toEqual(['webmaster'])
})

it('an employee is staff of every community of their organisation, a webmaster of every community', () => {
  const teamOf = (place: CommunityRef, from: CommunityRef) =>
    roles.filter((role: Role) => isStaffOf({ role, ...from }, place))
  expect(teamOf(home, home)).toEqual(['employee', 'administrator', 'webmaster'])
  expect(teamOf(sister, home)).toEqual(['employee', 'administrator', 'webmaster'])
  expect(teamOf(otherOrganization, home)).toEqual(['webmaster'])
  expect(teamOf({ ...noOrganization, communityId: 'alone too' }, noOrganization)).toEqual(['webmaster'])
})

const actor = (userId: string, blockedIds: string[] = []) =>
  ({ userId, hiddenUserIds: blockedIds, blockedIds }) as unknown as Actor

it('withHiddenUser hides two users from each other in loaded actors as soon as one blocks the other', () => {
  const hiddenFromEachOther = ['ana', 'bob'] as const
  expect(withHiddenUser(actor('ana'), { hiddenFromEachOther }).hiddenUserIds).toEqual(['bob'])
  expect(withHiddenUser(actor('bob', ['eve']), { hiddenFromEachOther }).hiddenUserIds).toEqual(['eve', 'ana'])
  const [uninvolved, alreadyHidden] = [actor('eve'), actor('ana', ['bob'])]
  expect([
    withHiddenUser(uninvolved, { hiddenFromEachOther }),
    withHiddenUser(alreadyHidden, { hiddenFromEachOther }),
  ]).toEqual([uninvolved, alreadyHidden])
  expect(withHiddenUser(uninvolved, { userIds: ['eve'] })).toBe(uninvolved)
})

it('only neighbours and companies can block, only neighbours can be blocked, and nobody can block themselves', () => {
  const blocking = roles.filter(role => canBlock({ userId: 'me', role }, { userId: 'other', role: 'neighbor' }))
  expect(blocking).toEqual(['neighbor', 'advertiser'])
  for (const role of blocking) {
    const blocked = roles.filter(other => canBlock({ userId: 'me', role }, { userId: 'other', role: other }))
    expect(blocked).toEqual(['neighbor'])
  }
  const me = { userId: 'me', role: 'neighbor' } as const
  expect(canBlock(me, me)).toBe(false)
})
