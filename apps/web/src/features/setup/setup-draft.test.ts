// @vitest-environment node
import { expect, test } from 'vitest'
import { emptySetupDraft, isFounderField, toSetupBody, type SetupDraft } from './setup-draft.ts'

const bodyOf = (more: Partial<SetupDraft>) =>
  toSetupBody(
    { ...emptySetupDraft('TILLEUL-42'), ...more },
    { secret: 's', password: 'place du marche', lang: 'fr', timezone: 'Europe/Paris' },
  )

test.each(['key', 'open', 'invite'] as const)(
  'toSetupBody makes a camping site accessible by invitation only, even if the draft says %s',
  wayIn => {
    expect(bodyOf({ type: 'Camping', wayIn })).toMatchObject({ wayIn: 'invite', key: null })
    expect(bodyOf({ type: 'Neighborhood', wayIn })).toMatchObject({ wayIn })
  },
)

test('toSetupBody contains the coordinates of the pin', () => {
  const point = { type: 'Point' as const, coordinates: [6.13, 45.9] as [number, number] }
  expect(bodyOf({ point })).toMatchObject({ longitude: 6.13, latitude: 45.9 })
})

test('isFounderField is true only for the fields of the first step', () => {
  const fields = ['firstname', 'lastname', 'email', 'password', 'name', 'key', 'customUri']
  expect(fields.filter(isFounderField)).toEqual(['firstname', 'lastname', 'email', 'password'])
})
