// @vitest-environment node
import type { Person } from '@parvis/contract/profile.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { changePerson, hidePerson, personKeys } from './person.queries.ts'

const bob = { _id: 'bob', pseudo: 'bob', firstname: 'Bob', blocked: false, description: 'Hello' } as unknown as Person
const byPseudo = personKeys.one({ pseudo: 'bob' })
const byId = personKeys.one({ userId: 'bob' })
const other = personKeys.one({ pseudo: 'eve' })

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  for (const key of [byPseudo, byId]) client.setQueryData(key, bob)
  client.setQueryData(other, { ...bob, _id: 'eve' })
})

test('what others see of somebody changes wherever they are shown, and of nobody else', () => {
  changePerson(client, { _id: 'bob', firstname: 'Robert' })
  for (const key of [byPseudo, byId]) {
    expect(client.getQueryData(key)).toMatchObject({ firstname: 'Robert', description: 'Hello' })
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  }
  expect(client.getQueryState(other)?.isInvalidated).toBe(false)
})

test('of who is blocked no more than the name comes in', () => {
  client.setQueryData(byId, { ...bob, blocked: true, photoUri: null })
  changePerson(client, { _id: 'bob', photoUri: '/media/new' })
  expect(client.getQueryData(byId)).toMatchObject({ blocked: true, photoUri: null })
})

test('nothing of who is hidden stands a moment longer', () => {
  hidePerson(client, 'bob')
  for (const key of [byPseudo, byId]) expect(client.getQueryData(key)).toBeUndefined()
  expect(client.getQueryData(other)).toMatchObject({ _id: 'eve' })
})
