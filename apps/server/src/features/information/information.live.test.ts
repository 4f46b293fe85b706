import {
  addPlace,
  changeInformation,
  changePlace,
  changeWelcome,
  removePlace,
  removePlan,
} from '@parvis/contract/information.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { multipartOf } from '#server/testing/multipart.ts'
import { asPerson } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let sockets: LiveSockets
let admin: Visitor
let homeId: string
const screens: LiveClient[] = []
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer({ pauseDivisor: 20 }))
  admin = await server.as('administrator')
  homeId = await server.communityId('les-tilleuls')
})
afterEach(() => screens.splice(0).forEach(screen => screen.socket.close()))
afterAll(() => server.close())

const outsider = { email: 'elsewhere@information.example', pseudo: 'Elsewhere' }

const open = async (visitor: Visitor) => {
  const screen = await sockets.open(visitor)
  screens.push(screen)
  return screen
}

describe('the live event of a change of a community’s information', () => {
  it('is sent to open screens of members and guests of the community, and to nobody else', async () => {
    const neighbor = await server.as('neighbor')
    const [own, guest, other] = [
      await open(neighbor),
      await open(await server.asGuest()),
      await open((await asPerson(server, { ...outsider, community: 'quartier-de-la-gare' })).visitor),
    ]
    await admin.call(changeInformation, { body: { weather: false } })
    for (const screen of [own, guest])
      await expectEventually(() => screen.received('community.updated').slice(0, 1), [{ _id: homeId }])
    expect((await neighbor.call(getSession)).answer.abilities.seeWeather).toBe(false)
    await admin.call(changeInformation, { body: { weather: true } })
    await expectEventually(() => own.received('community.updated').length, 2)
    expect(other.received('community.updated')).toEqual([])
  })

  it('is sent for changes of places, plan and PDF, not for rejected requests, and is throttled for many changes in a row', async () => {
    const screen = await open(await server.as('neighbor'))
    let eventCount = 0
    const expectOneEvent = async (change: () => Promise<unknown>) => {
      const answer = await change()
      await expectEventually(() => screen.received('community.updated').length, ++eventCount)
      return answer
    }
    const { answer: place } = (await expectOneEvent(() =>
      admin.call(addPlace, { body: { kind: 'equipment', name: 'Four à pain' } }),
    )) as { answer: { _id: string } }
    await expectOneEvent(() => admin.call(changePlace, { params: { id: place._id }, body: { name: 'Four' } }))
    await expectOneEvent(() => admin.call(removePlace, { params: { id: place._id } }))
    await expectOneEvent(() => admin.call(removePlan))
    const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
    await expectOneEvent(() =>
      admin.send({ method: 'PUT', url: changeWelcome.path, ...multipartOf([['files', pdf] as [string, Buffer]]) }),
    )
    expect((await admin.call(changeInformation, { body: { mail: 'no mail' } })).status).toBe(400)
    // Without the pause divisor, all four changes are within one throttle interval.
    vi.spyOn(server.platform.background, 'scaleDelay').mockImplementation(ms => ms)
    onTestFinished(() => void vi.restoreAllMocks())
    for (const fax of ['0450000001', '0450000002', '0450000003', '0450000004'])
      await admin.call(changeInformation, { body: { fax } })
    await expectEventually(() => screen.received('community.updated').length > eventCount, true)
    expect(screen.received('community.updated').length - eventCount).toBeLessThan(4)
  })
})
