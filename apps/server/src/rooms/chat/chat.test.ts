import { displayName } from '@parvis/contract/entity.ts'
import { listNeighbors } from '@parvis/contract/chat.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

it('lists the neighbours without oneself, guests, and who has not come in yet', async () => {
  const me = await server.as('neighbor')
  await server.asGuest()
  const { userId: waiting } = await addPerson(server, {
    email: 'waits@test.example',
    community: 'les-tilleuls',
    enabled: false,
  })
  const { userId: newcomer } = await addPerson(server, {
    email: 'new@test.example',
    community: 'les-tilleuls',
    needUpdate: true,
  })
  const { userId: unopened } = await addPerson(server, { email: 'unopened@test.example', community: 'les-tilleuls' })
  await server.db.updateTable('users').set({ first_login: true }).where('id', '=', unopened).execute()
  const { userId: neighbor } = await addPerson(server, { email: 'there@test.example', community: 'les-tilleuls' })
  const { userId: elsewhere } = await addPerson(server, {
    email: 'elsewhere@test.example',
    community: 'quartier-de-la-gare',
  })

  const { answer } = await me.call(listNeighbors)
  const ids = new Set(answer.map(({ _id }) => _id))
  const mine = await userIdOf(me)
  expect([waiting, newcomer, unopened, elsewhere, mine].filter(id => ids.has(id))).toEqual([])
  expect(ids.has(neighbor)).toBe(true)
  expect(answer.filter(({ role, online }) => role === 'guest' || online)).toEqual([])
  expect(Object.keys(answer.find(({ _id }) => _id === neighbor)!).sort()).toEqual([
    '_id',
    'building',
    'firstname',
    'gender',
    'initial',
    'online',
    'photoUri',
    'pseudo',
    'role',
  ])
})

it('puts those who are there first, each part by the name that is shown', async () => {
  const me = await server.as('neighbor')
  const there = (await me.call(listNeighbors)).answer.filter((_, at) => at % 3 === 0).map(({ _id }) => _id)
  for (const id of there) server.platform.presence.arrive(id)
  const { answer } = await me.call(listNeighbors)
  expect(
    answer
      .slice(0, there.length)
      .map(({ _id }) => _id)
      .sort(),
  ).toEqual(there.sort())
  expect(answer.map(({ online }) => online)).toEqual(answer.map((_, at) => at < there.length))
  const names = answer.slice(there.length).map(displayName)
  expect(names).toEqual([...names].sort(new Intl.Collator('fr').compare))
})
