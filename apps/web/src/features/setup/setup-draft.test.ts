// @vitest-environment node
import { expect, test } from 'vitest'
import { blankSetup, isOfFounder, setupBody, type SetupDraft } from './setup-draft.ts'

const bodyOf = (more: Partial<SetupDraft>) =>
  setupBody(
    { ...blankSetup('TILLEUL-42'), ...more },
    { secret: 's', password: 'place du marche', lang: 'fr', timezone: 'Europe/Paris' },
  )

test.each(['key', 'open', 'invite'] as const)('a camping site is entered by invitation alone, not by %s', wayIn => {
  expect(bodyOf({ type: 'Camping', wayIn })).toMatchObject({ wayIn: 'invite', key: null })
  expect(bodyOf({ type: 'Neighborhood', wayIn })).toMatchObject({ wayIn })
})

test('the community stands where the pin was put', () => {
  const point = { type: 'Point' as const, coordinates: [6.13, 45.9] as [number, number] }
  expect(bodyOf({ point })).toMatchObject({ longitude: 6.13, latitude: 45.9 })
})

test('what is wrong with who founds it is told on the first step', () => {
  const fields = ['firstname', 'lastname', 'email', 'password', 'name', 'key', 'customUri']
  expect(fields.filter(isOfFounder)).toEqual(['firstname', 'lastname', 'email', 'password'])
})
