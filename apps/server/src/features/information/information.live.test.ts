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
import { type Door, eventually, openLiveServer, type Screen } from '#server/testing/screens.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let door: Door
let desk: Visitor
let home: string
const screens: Screen[] = []
beforeAll(async () => {
  ;({ server, door } = await openLiveServer({ haste: 20 }))
  desk = await server.as('administrator')
  home = await server.communityId('les-tilleuls')
})
afterEach(() => screens.splice(0).forEach(screen => screen.socket.close()))
afterAll(() => server.close())

const elsewhere = { email: 'elsewhere@information.example', pseudo: 'Elsewhere' }

const open = async (visitor: Visitor) => {
  const screen = await door.open(visitor)
  screens.push(screen)
  return screen
}

describe('a change of a community', () => {
  it('is sent to open clients of its members and guests, and to nobody else', async () => {
    const neighbor = await server.as('neighbor')
    const [own, guest, other] = [
      await open(neighbor),
      await open(await server.asGuest()),
      await open((await asPerson(server, { ...elsewhere, community: 'quartier-de-la-gare' })).visitor),
    ]
    await desk.call(changeInformation, { body: { weather: false } })
    for (const screen of [own, guest])
      await eventually(() => screen.told('community.updated').slice(0, 1), [{ _id: home }])
    expect((await neighbor.call(getSession)).answer.abilities.seeWeather).toBe(false)
    await desk.call(changeInformation, { body: { weather: true } })
    await eventually(() => own.told('community.updated').length, 2)
    expect(other.told('community.updated')).toEqual([])
  })

  it('is sent for places, plan and PDF, not for rejected requests, and once for many in a row', async () => {
    const screen = await open(await server.as('neighbor'))
    let told = 0
    const oneMore = async (change: () => Promise<unknown>) => {
      const answer = await change()
      await eventually(() => screen.told('community.updated').length, ++told)
      return answer
    }
    const { answer: place } = (await oneMore(() =>
      desk.call(addPlace, { body: { kind: 'equipment', name: 'Four à pain' } }),
    )) as { answer: { _id: string } }
    await oneMore(() => desk.call(changePlace, { params: { id: place._id }, body: { name: 'Four' } }))
    await oneMore(() => desk.call(removePlace, { params: { id: place._id } }))
    await oneMore(() => desk.call(removePlan))
    const paper = Buffer.from('%PDF-1.7\n%%EOF\n')
    await oneMore(() =>
      desk.send({ method: 'PUT', url: changeWelcome.path, ...multipartOf([['files', paper] as [string, Buffer]]) }),
    )
    expect((await desk.call(changeInformation, { body: { mail: 'no mail' } })).status).toBe(400)
    // All four changes fall into one coalescing window.
    vi.spyOn(server.platform.background, 'pause').mockImplementation(ms => ms)
    onTestFinished(() => void vi.restoreAllMocks())
    for (const fax of ['0450000001', '0450000002', '0450000003', '0450000004'])
      await desk.call(changeInformation, { body: { fax } })
    await eventually(() => screen.told('community.updated').length > told, true)
    expect(screen.told('community.updated').length - told).toBeLessThan(4)
  })
})
