import { roles, type Role } from '@parvis/contract/roles.ts'
import { expect, it } from 'vitest'
import { type Actor, mayBlock, moderates, type Place, serves, withSilence } from './actor.ts'

const home: Place = { communityId: 'home', organizationId: 'organisation' }
const sister: Place = { communityId: 'sister', organizationId: 'organisation' }
const stranger: Place = { communityId: 'stranger', organizationId: 'another organisation' }
const alone: Place = { communityId: 'alone', organizationId: null }

const moderatorsOf = (place: Place, from: Place) => roles.filter((role: Role) => moderates({ role, ...from }, place))

it('an administrator moderates their own community and the others of its organisation, a webmaster every one', () => {
  expect(moderatorsOf(home, home)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf(sister, home)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf(stranger, home)).toEqual(['webmaster'])
})

it('communities without an organisation have none in common', () => {
  expect(moderatorsOf(alone, alone)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf({ ...alone, communityId: 'alone too' }, alone)).toEqual(['webmaster'])
})

it('staff serve their own community and the others of its organisation, a webmaster every one', () => {
  const teamOf = (place: Place, from: Place) => roles.filter((role: Role) => serves({ role, ...from }, place))
  expect(teamOf(home, home)).toEqual(['employee', 'administrator', 'webmaster'])
  expect(teamOf(sister, home)).toEqual(['employee', 'administrator', 'webmaster'])
  expect(teamOf(stranger, home)).toEqual(['webmaster'])
  expect(teamOf({ ...alone, communityId: 'alone too' }, alone)).toEqual(['webmaster'])
})

const actor = (userId: string, blockedIds: string[] = []) =>
  ({ userId, silencedIds: blockedIds, blockedIds }) as unknown as Actor

it('hides two users from each other in loaded actors as soon as one blocks the other', () => {
  const silenced = ['ana', 'bob'] as const
  expect(withSilence(actor('ana'), { silenced }).silencedIds).toEqual(['bob'])
  expect(withSilence(actor('bob', ['eve']), { silenced }).silencedIds).toEqual(['eve', 'ana'])
  const [third, already] = [actor('eve'), actor('ana', ['bob'])]
  expect([withSilence(third, { silenced }), withSilence(already, { silenced })]).toEqual([third, already])
  expect(withSilence(third, { userIds: ['eve'] })).toBe(third)
})

it('only neighbours and companies can block, only neighbours can be blocked, and nobody can block themselves', () => {
  const blocking = roles.filter(role => mayBlock({ userId: 'me', role }, { userId: 'other', role: 'neighbor' }))
  expect(blocking).toEqual(['neighbor', 'advertiser'])
  for (const role of blocking) {
    const blocked = roles.filter(other => mayBlock({ userId: 'me', role }, { userId: 'other', role: other }))
    expect(blocked).toEqual(['neighbor'])
  }
  const me = { userId: 'me', role: 'neighbor' } as const
  expect(mayBlock(me, me)).toBe(false)
})
