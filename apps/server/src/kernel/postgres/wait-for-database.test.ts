import { connect, createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cloneDatabase } from '../../testing/cluster.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { waitForDatabase } from './wait-for-database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase('empty')
})
afterAll(() => database.drop())

const open: Server[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
const listen = (server: Server, port: number) =>
  new Promise<number>(done => {
    open.push(server)
    server.listen(port, '127.0.0.1', () => done((server.address() as { port: number }).port))
  })

it('waits for a database that starts later, and logs once which one', async () => {
  const proxy = await startDatabaseProxy(database.connection.host)
  // closes every connection until the database is available
  const nobody = createServer(socket => socket.destroy())
  const port = await listen(nobody, 0)
  const moveIn = () =>
    listen(
      createServer(near => {
        const far = connect(proxy.port, '127.0.0.1')
        near.pipe(far).pipe(near)
        for (const socket of [near, far]) socket.on('error', () => [near, far].map(one => one.destroy()))
      }),
      port,
    )
  const said: string[] = []
  await waitForDatabase(
    { ...database.connection, host: '127.0.0.1', port },
    line => {
      said.push(line)
      if (said.length === 1) nobody.close(() => void moveIn())
    },
    10,
  )
  expect(said).toEqual([
    expect.stringMatching(/^Waiting for the database at 127\.0\.0\.1: ./),
    'The database is there.',
  ])
  await proxy.close()
})

it('fails at once on an error that waiting does not solve', async () => {
  const said: string[] = []
  await expect(
    waitForDatabase({ ...database.connection, database: 'nowhere' }, line => said.push(line)),
  ).rejects.toThrow('database "nowhere" does not exist')
  expect(said).toEqual([])
})
