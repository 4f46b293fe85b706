import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase } from '../../testing/cluster.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { waitForDatabase } from './wait-for-database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase('empty')
})
afterAll(() => database.drop())

it('waits for a database that comes later, and says once which one', async () => {
  const gate = createServer(socket => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise(done => gate.once('listening', done))
  const { port } = gate.address() as { port: number }
  const said: string[] = []
  const connection = { ...database.connection, host: '127.0.0.1', port }
  const proxy = await startDatabaseProxy(database.connection.host)
  // closed at first, then cut off in the middle, then there
  const there = waitForDatabase(
    connection,
    line => {
      said.push(line)
      if (line.startsWith('Waiting')) gate.close(() => void moveIn())
    },
    10,
  )
  const relays: ReturnType<typeof createServer>[] = []
  const moveIn = async () => {
    const { connect } = await import('node:net')
    const relay = createServer(near => {
      const far = connect(proxy.port, '127.0.0.1')
      near.pipe(far).pipe(near)
      for (const socket of [near, far]) socket.on('error', () => [near, far].map(one => one.destroy()))
    }).listen(port, '127.0.0.1')
    relays.push(relay)
  }
  await there
  expect(said).toEqual([
    expect.stringMatching(/^Waiting for the database at 127\.0\.0\.1: ./),
    'The database is there.',
  ])
  for (const relay of relays) relay.close()
  await proxy.close()
})

it('does not wait for what no waiting mends', async () => {
  const said: string[] = []
  await expect(
    waitForDatabase({ ...database.connection, database: 'nowhere' }, line => said.push(line)),
  ).rejects.toThrow('database "nowhere" does not exist')
  expect(said).toEqual([])
})
