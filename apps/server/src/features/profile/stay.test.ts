import { addStay, changeStay, getMemberFile, invite } from '@parvis/contract/admin.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { getProfile, isOwnProfile, updateProfile } from '@parvis/contract/profile.ts'
import { logInByLink } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { correctStay } from '@parvis/contract/stay.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { stayPlaceColumn } from '../session/stay.columns.ts'

let server: TestServer
let admin: Visitor
let places: string[]
beforeAll(async () => {
  server = await openTestServer('demo')
  const team = { email: 'equipe@sejour.example', community: 'camping-des-pins', role: 'administrator' } as const
  admin = (await asPerson(server, team)).visitor
  const { answer } = await admin.call(listLocations)
  places = answer.filter(({ kind }) => kind === 'location').map(({ _id }) => _id)
})
afterAll(() => server.close())

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const stayOf = async (visitor: Visitor) => {
  const { answer } = await visitor.call(getProfile)
  return isOwnProfile(answer) ? answer.stay : null
}
const errorOf = async (visitor: Visitor, body: Parameters<typeof correct>[1]) => {
  const { error } = await correct(visitor, body)
  return [error.key, error.field]
}
const correct = (
  visitor: Visitor,
  body: { locationId?: string | null; arrival?: string | null; departure?: string | null },
) => visitor.call(correctStay, { body })

it('the place of a member is the place of the latest stay that has begun', async () => {
  const { userId } = await asPerson(server, { email: 'deux-fois@sejour.example', community: 'camping-des-pins' })
  const community_id = await server.communityId('camping-des-pins')
  const stays = [
    [places[0]!, day(-60), day(-50)],
    [places[1]!, day(-3), day(4)],
    [places[2]!, day(30), day(40)],
  ] as const
  await server.db
    .insertInto('bookings')
    .values(
      stays.map(([place_id, arrival, departure]) => ({
        id: newId(),
        community_id,
        user_id: userId,
        place_id,
        arrival,
        departure,
        given_arrival: arrival,
        given_departure: departure,
      })),
    )
    .execute()
  const { place } = await server.db
    .selectFrom('users as u')
    .select(stayPlaceColumn('u', day(0)).as('place'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(place).toBe(places[1])
})

/** Creates a member invited for two weeks that have begun. */
const addInvitedCamper = async () => {
  const stay = { locationId: places[0]!, arrival: day(-3), departure: day(11) }
  const { answer } = await admin.call(invite, { body: { stay } })
  const visitor = server.visitor()
  await visitor.call(logInByLink, { body: { token: answer.letter!.code } })
  const name = newId().replaceAll('-', '').slice(-10)
  await visitor.call(updateProfile, {
    body: {
      pseudo: `Campeur${name}`,
      firstname: 'Lou',
      lastname: 'Martin',
      email: `${name}@sejour.example`,
      newpassword: 'velo-tilleul-lac',
      confirmage: true,
      confirmaddress: true,
    },
  })
  const id = answer.invitation._id
  return { visitor, id, memberFile: async () => (await admin.call(getMemberFile, { params: { id } })).answer }
}

it('a member corrects place and days, and membership still ends on the day given by the team', async () => {
  const { visitor, memberFile } = await addInvitedCamper()
  expect(await stayOf(visitor)).toMatchObject({
    locationId: places[0],
    arrival: day(-3),
    departure: day(11),
    from: day(-3),
    until: day(11),
  })
  const corrected = await correct(visitor, { locationId: places[1]!, arrival: day(-2), departure: day(2) })
  expect(corrected.answer).toMatchObject({ locationId: places[1], arrival: day(-2), departure: day(2), until: day(11) })
  expect(corrected.answer.location).toEqual((await stayOf(visitor))!.location)
  expect((await visitor.call(getSession)).answer.lastBooking).toEqual({ locationId: places[1] })
  expect(await memberFile()).toMatchObject({ memberUntil: day(11), stays: [{ arrival: day(-2), departure: day(2) }] })
  // A mistyped day can be corrected.
  expect((await correct(visitor, { departure: day(11) })).answer).toMatchObject({ departure: day(11) })
  expect((await correct(visitor, {})).status).toBe(200)
})

it('a stay that has not begun yet sets the place if there is no earlier stay', async () => {
  const { visitor } = await addInvitedCamper()
  await correct(visitor, { locationId: places[1]!, arrival: day(1), departure: day(5) })
  expect((await visitor.call(getSession)).answer.lastBooking).toEqual({ locationId: places[1] })
})

it('a member cannot correct a stay to days outside those given by the team, but the team can', async () => {
  const { visitor, id, memberFile } = await addInvitedCamper()
  expect(await errorOf(visitor, { departure: day(12) })).toEqual(['daysoutsidestay', 'departure'])
  expect(await errorOf(visitor, { arrival: day(-4) })).toEqual(['daysoutsidestay', 'arrival'])
  expect(await errorOf(visitor, { arrival: day(20), departure: day(21) })).toEqual(['daysoutsidestay', 'arrival'])
  expect(await memberFile()).toMatchObject({ memberUntil: day(11), stays: [{ arrival: day(-3), departure: day(11) }] })
  await correct(visitor, { departure: day(4) })
  const [booked] = (await memberFile()).stays
  await admin.call(changeStay, { params: { id: booked!._id }, body: { departure: day(14) } })
  expect(await stayOf(visitor)).toMatchObject({ departure: day(14), until: day(14) })
  expect((await memberFile()).memberUntil).toBe(day(14))
  // Days shortened by the member do not shorten the membership.
  await correct(visitor, { departure: day(5) })
  await admin.call(addStay, {
    params: { id },
    body: { locationId: places[0]!, arrival: day(-30), departure: day(-20) },
  })
  expect((await memberFile()).memberUntil).toBe(day(14))
})

it('a stay requires a place of the community and both days', async () => {
  const { visitor } = await addInvitedCamper()
  const elsewhere = await (await server.as('neighbor')).call(listLocations)
  expect(await errorOf(visitor, { locationId: null })).toEqual(['accommodationmandatory', 'locationId'])
  expect(await errorOf(visitor, { locationId: elsewhere.answer[0]!._id })).toEqual([
    'accommodationmandatory',
    'locationId',
  ])
  expect(await errorOf(visitor, { arrival: null })).toEqual(['bookingdatesmandatory', 'arrival'])
  expect(await errorOf(visitor, { departure: null })).toEqual(['bookingdatesmandatory', 'departure'])
  expect(await errorOf(visitor, { arrival: day(3), departure: day(2) })).toEqual([
    'departurebeforearrival',
    'departure',
  ])
})

it('correcting a stay returns 404 to a member without a stay, and 403 once the stay is over', async () => {
  const { visitor: resident } = await asPerson(server, {
    email: 'annee@sejour.example',
    community: 'camping-des-pins',
  })
  expect((await correct(resident, { departure: day(2) })).error.key).toBe('error404')
  expect(await stayOf(resident)).toBeNull()
  const { visitor } = await addInvitedCamper()
  server.clock.aheadMs = 13 * 86_400_000
  try {
    expect((await correct(visitor, { departure: day(2) })).error.key).toBe('forbidden')
    expect(await stayOf(visitor)).toBeNull()
  } finally {
    server.clock.aheadMs = 0
  }
})
