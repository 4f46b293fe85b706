// @vitest-environment node
import type { Person } from '@parvis/contract/profile.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { updatePerson, dropPerson, personKeys } from './person.queries.ts'

const bob = { _id: 'bob', pseudo: 'bob', firstname: 'Bob', blocked: false, description: 'Hello' } as unknown as Person
const byPseudo = personKeys.person({ pseudo: 'bob' })
const byId = personKeys.person({ userId: 'bob' })
const other = personKeys.person({ pseudo: 'eve' })

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  for (const key of [byPseudo, byId]) client.setQueryData(key, bob)
  client.setQueryData(other, { ...bob, _id: 'eve' })
})

test('updatePerson updates a person in every cached query, and nobody else', () => {
  updatePerson(client, { _id: 'bob', firstname: 'Robert' })
  for (const key of [byPseudo, byId]) {
    expect(client.getQueryData(key)).toMatchObject({ firstname: 'Robert', description: 'Hello' })
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  }
  expect(client.getQueryState(other)?.isInvalidated).toBe(false)
})

test('updatePerson does not update the details of a blocked person', () => {
  client.setQueryData(byId, { ...bob, blocked: true, photoUri: null })
  updatePerson(client, { _id: 'bob', photoUri: '/media/new' })
  expect(client.getQueryData(byId)).toMatchObject({ blocked: true, photoUri: null })
})

test('dropPerson removes a person from the cache at once, and nobody else', () => {
  dropPerson(client, 'bob')
  for (const key of [byPseudo, byId]) expect(client.getQueryData(key)).toBeUndefined()
  expect(client.getQueryData(other)).toMatchObject({ _id: 'eve' })
})
