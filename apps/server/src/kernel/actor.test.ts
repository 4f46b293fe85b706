import { roles, type Role } from '@parvis/contract/roles.ts'
import { expect, it } from 'vitest'
import { moderates, type Place } from './actor.ts'

const home: Place = { communityId: 'home', organizationId: 'organisation' }
const sister: Place = { communityId: 'sister', organizationId: 'organisation' }
const stranger: Place = { communityId: 'stranger', organizationId: 'another organisation' }
const alone: Place = { communityId: 'alone', organizationId: null }

const moderatorsOf = (place: Place, from: Place) => roles.filter((role: Role) => moderates({ role, ...from }, place))

it('an administrator moderates their community and the others of its organisation, a webmaster every one', () => {
  expect(moderatorsOf(home, home)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf(sister, home)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf(stranger, home)).toEqual(['webmaster'])
})

it('communities without an organisation have none in common', () => {
  expect(moderatorsOf(alone, alone)).toEqual(['administrator', 'webmaster'])
  expect(moderatorsOf({ ...alone, communityId: 'alone too' }, alone)).toEqual(['webmaster'])
})
