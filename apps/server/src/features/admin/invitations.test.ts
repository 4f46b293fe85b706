import {
  addStay,
  changeStay,
  getMemberFile,
  invite,
  listInvitations,
  printCode,
  removeStay,
  withdrawInvitation,
} from '@parvis/contract/admin.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { listEvents } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { getProfile, updateProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { logIn, logInByLink } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import { addPerson, asPerson, proveOwnership } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let home: string
let desk: Visitor
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  home = await server.communityId('les-tilleuls')
  desk = await server.as('administrator')
  await proveOwnership(desk)
})
afterAll(() => server.close())

const person = (more: object = {}) =>
  addPerson(server, { email: `${newId()}@gestion.example`, pseudo: newId(), community: 'les-tilleuls', ...more })

const profile = (pseudo: string) => ({
  pseudo,
  firstname: 'Camille',
  lastname: 'Roussel',
  confirmage: true,
  confirmaddress: true,
  newpassword: 'velo-tilleul-lac',
})

describe('invitations', () => {
  it('by mail open the profile form in the chosen role; once the profile is saved, the address cannot be invited again', async () => {
    const email = 'invitee@gestion.example'
    const { answer } = await desk.call(invite, { body: { email, role: 'employee', building: 'B', lang: 'en' } })
    expect(answer).toMatchObject({ invitation: { email, role: 'employee', building: 'B' }, letter: null })
    const mail = await waitForMail(server, email)
    expect(mail.subject).toBe('You are invited to Les Tilleuls')
    const visitor = server.visitor()
    const loggedIn = await visitor.call(logInByLink, { body: { token: linkTokenIn(mail), communityId: home } })
    expect(loggedIn.answer).toMatchObject({ role: 'employee', needUpdate: true, firstLogin: true })
    await visitor.call(updateProfile, { body: profile('Invitee.I') })
    expect((await desk.call(listInvitations)).answer.docs.map(({ _id }) => _id)).not.toContain(answer.invitation._id)
    expect((await desk.call(invite, { body: { email } })).error.key).toBe('alreadyregistereduser')
  })

  it('by letter have a code that works once, also in lower case; the e-mail address entered in the profile must be confirmed before it can be used to log in', async () => {
    const { answer } = await desk.call(invite, { body: { building: 'C', apartmentNumber: '15' } })
    const { code, link } = answer.letter!
    expect(code).toMatch(/^[A-HJ-NP-Z]{4}-[A-HJ-NP-Z]{4}-[A-HJ-NP-Z]{4}$/)
    const visitor = server.visitor()
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const loggedIn = await visitor.call(logInByLink, { body: { token: typed, communityId: home } })
    expect(loggedIn.answer).toMatchObject({ firstLogin: true, role: 'neighbor' })
    // The link and the code of a letter are one token, which was used just now.
    const token = /#token=([\w-]+)/.exec(link)![1]!
    expect((await server.visitor().call(logInByLink, { body: { token } })).error.key).toBe('tokenexpired')
    expect((await visitor.call(getProfile)).answer).toMatchObject({ needEmail: true, building: 'C' })
    expect((await visitor.call(updateProfile, { body: profile('Lettre.L') })).error.key).toBe('missingemail')
    const taken = { ...profile('Lettre.L'), email: 'neighbor@demo.example' }
    expect((await visitor.call(updateProfile, { body: taken })).error.key).toBe('alreadyregistereduser')
    const email = 'lettre@gestion.example'
    expect((await visitor.call(updateProfile, { body: { ...profile('Lettre.L'), email } })).status).toBe(200)
    const byEmail = { email, password: 'velo-tilleul-lac', communityId: home }
    expect((await server.visitor().call(logIn, { body: byEmail })).error.key).toBe('unknown')
    const byPseudo = { ...byEmail, email: 'Lettre.L' }
    expect((await server.visitor().call(logIn, { body: byPseudo })).status).toBe(200)
    await server.visitor().call(logInByLink, { body: { token: linkTokenIn(await waitForMail(server, email)) } })
    expect((await server.visitor().call(logIn, { body: byEmail })).status).toBe(200)
  })

  it('by letter cannot open an account that has an e-mail address', async () => {
    const webmaster = await server.as('webmaster')
    const administrator = (
      await asPerson(server, {
        email: 'voisine.chef@gare.example',
        community: 'quartier-de-la-gare',
        role: 'administrator',
      })
    ).visitor
    // The first address is that of a member with more rights in another community; nobody has confirmed the second one.
    for (const email of ['webmaster@demo.example', 'personne@gestion.example']) {
      const { answer } = await administrator.call(invite, { body: { email } })
      const printed = await administrator.call(printCode, { params: { id: answer.invitation._id } })
      expect(printed.error.key).toBe('forbidden')
    }
    expect((await webmaster.call(getSession)).status).toBe(200)
    // A printed letter is void once its recipient has confirmed an e-mail address.
    const { answer } = await desk.call(invite, { body: { building: 'A' } })
    const visitor = server.visitor()
    await visitor.call(logInByLink, { body: { token: answer.letter!.code } })
    const email = 'plus.de.lettre@gestion.example'
    await visitor.call(updateProfile, { body: { ...profile('Sans.L'), email } })
    const { _id: id } = answer.invitation
    const { answer: second } = await desk.call(printCode, { params: { id } })
    expect((await desk.call(getMemberFile, { params: { id } })).answer.abilities.printCode).toBe(true)
    await server.visitor().call(logInByLink, { body: { token: linkTokenIn(await waitForMail(server, email)) } })
    expect((await server.visitor().call(logInByLink, { body: { token: second.code } })).error.key).toBe('tokenexpired')
    expect((await desk.call(printCode, { params: { id } })).error.key).toBe('forbidden')
    expect((await desk.call(getMemberFile, { params: { id } })).answer.abilities.printCode).toBe(false)
  })

  it('that are withdrawn leave no working link or code', async () => {
    const { answer } = await desk.call(invite, { body: {} })
    await desk.call(withdrawInvitation, { params: { id: answer.invitation._id } })
    const token = answer.letter!.code
    expect((await server.visitor().call(logInByLink, { body: { token } })).error.key).toBe('tokenexpired')
  })

  it('that are withdrawn while the profile form is open end the session of the invited member', async () => {
    const { answer } = await desk.call(invite, { body: { building: 'D' } })
    const visitor = server.visitor()
    await visitor.call(logInByLink, { body: { token: answer.letter!.code } })
    expect((await visitor.call(getProfile)).status).toBe(200)
    await desk.call(withdrawInvitation, { params: { id: answer.invitation._id } })
    const body = { ...profile('Retire.R'), email: 'retire@gestion.example' }
    expect((await visitor.call(updateProfile, { body })).error.key).toBe('nosession')
    expect((await visitor.call(getProfile)).error.key).toBe('nosession')
    expect((await visitor.call(getSession)).error.key).toBe('unauthorized')
  })

  it('for a stay that ends today can still be used', async () => {
    const locationId = (await desk.call(listLocations)).answer[0]!._id
    const stay = { locationId, arrival: '2020-07-04', departure: dayAt(Date.now(), 'Europe/Paris') }
    const { answer } = await desk.call(invite, { body: { stay } })
    const loggedIn = await server.visitor().call(logInByLink, { body: { token: answer.letter!.code } })
    expect(loggedIn.answer).toMatchObject({ _id: answer.invitation._id, needUpdate: true })
  })

  it('that are invalid return the error key and the field of the first error', async () => {
    const keyOf = async (body: object) => {
      const { error } = await desk.call(invite, { body: body as never })
      return [error.key, error.field]
    }
    expect(await keyOf({ email: 'nobody' })).toEqual(['invalidemail', 'email'])
    expect(await keyOf({ role: 'webmaster' })).toEqual(['forbidden', undefined])
    expect(await keyOf({ role: 'guest' })).toEqual(['forbidden', undefined])
    expect(await keyOf({ stay: {} })).toEqual(['accommodationmandatory', 'locationId'])
    const locationId = (await desk.call(listLocations)).answer[0]!._id
    expect(await keyOf({ stay: { locationId } })).toEqual(['bookingdatesmandatory', 'arrival'])
    const past = { locationId, arrival: '2020-07-04', departure: '2020-07-18' }
    expect(await keyOf({ stay: past })).toEqual(['bookingdatesmandatory', 'departure'])
    const wrong = { locationId, arrival: '2027-07-18', departure: '2027-07-04' }
    expect(await keyOf({ stay: wrong })).toEqual(['departurebeforearrival', 'departure'])
    expect(await keyOf({ stay: { ...wrong, locationId: newId(), departure: '2027-08-01' } })).toEqual([
      'accommodationmandatory',
      'locationId',
    ])
  })
})

describe('stays', () => {
  it('that are over leave an invited member read-only for a month and then prevent the log-in', async () => {
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    const locationId = (await desk.call(listLocations)).answer[0]!._id
    const stay = { locationId, arrival: day(-3), departure: day(1) }
    const { answer } = await desk.call(invite, { body: { stay } })
    const visitor = server.visitor()
    await visitor.call(logInByLink, { body: { token: answer.letter!.code } })
    await visitor.call(updateProfile, { body: { ...profile('Campeur'), email: 'campeur@gestion.example' } })
    const post = async () => {
      const { status } = await visitor.call(publishPost, { body: { description: 'Bonjour', tmpId: newId() } })
      return status
    }
    expect(await post()).toBe(200)
    const { answer: file } = await desk.call(getMemberFile, { params: { id: answer.invitation._id } })
    expect(file).toMatchObject({ memberUntil: stay.departure, stays: [stay] })
    const booked = { params: { id: file.stays[0]!._id } }
    await desk.call(changeStay, { ...booked, body: { departure: day(-2) } })
    expect(await post()).toBe(403)
    const { answer: me } = await visitor.call(getSession)
    expect(me.abilities).toMatchObject({ publish: false, post: false, chat: false, answer: false })
    expect((await visitor.call(listEvents, { query: { filter: 'all' } })).status).toBe(200)
    const longer = await desk.call(addStay, {
      params: { id: answer.invitation._id },
      body: { locationId, arrival: day(-1), departure: day(9) },
    })
    expect(await post()).toBe(200)
    await desk.call(removeStay, { params: { id: longer.answer._id } })
    expect(await post()).toBe(403)
    server.clock.aheadMs = 33 * 86_400_000
    try {
      expect((await visitor.call(getSession)).error.key).toBe('unauthorized')
      const body = { email: 'Campeur', password: 'velo-tilleul-lac', communityId: home }
      expect((await server.visitor().call(logIn, { body })).error.key).toBe('unauthorized')
    } finally {
      server.clock.aheadMs = 0
    }
  })
})

describe('the stays of a webmaster', () => {
  it('are added, changed and removed by webmasters only', async () => {
    const { userId } = await person({ role: 'webmaster' })
    const locationId = (await desk.call(listLocations)).answer[0]!._id
    const stay = { locationId, arrival: '2027-07-04', departure: '2027-07-18' }
    const webmaster = await server.as('webmaster')
    const { answer: booked } = await webmaster.call(addStay, { params: { id: userId }, body: stay })
    const state = async () => ({
      stays: (await webmaster.call(getMemberFile, { params: { id: userId } })).answer.stays,
      acts: await server.db.selectFrom('audit_log').select('act').where('subject_id', '=', userId).execute(),
    })
    const before = await state()
    const params = { id: booked._id }
    const replies = [
      await desk.call(addStay, { params: { id: userId }, body: stay }),
      await desk.call(changeStay, { params, body: { arrival: '2020-07-01', departure: '2020-07-04' } }),
      await desk.call(removeStay, { params }),
    ]
    expect(replies.map(({ error }) => error.key)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    expect(await state()).toEqual(before)
    expect((await desk.call(getMemberFile, { params: { id: userId } })).answer.abilities.changeStays).toBe(false)
    expect((await webmaster.call(changeStay, { params, body: { departure: '2027-07-19' } })).status).toBe(200)
    expect((await webmaster.call(removeStay, { params })).status).toBe(200)
  })
})
