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

it('a server waits for a database that starts later, and logs once for which database it waits', async () => {
  const proxy = await startDatabaseProxy(database.connection.host)
  // Closes every connection until the database is available.
  const closedServer = createServer(socket => socket.destroy())
  const port = await listen(closedServer, 0)
  const openProxy = () =>
    listen(
      createServer(clientSocket => {
        const databaseSocket = connect(proxy.port, '127.0.0.1')
        clientSocket.pipe(databaseSocket).pipe(clientSocket)
        for (const socket of [clientSocket, databaseSocket])
          socket.on('error', () => [clientSocket, databaseSocket].map(one => one.destroy()))
      }),
      port,
    )
  const logged: string[] = []
  await waitForDatabase(
    { ...database.connection, host: '127.0.0.1', port },
    line => {
      logged.push(line)
      if (logged.length === 1) closedServer.close(() => void openProxy())
    },
    10,
  )
  expect(logged).toEqual([
    expect.stringMatching(/^Waiting for the database at 127\.0\.0\.1: ./),
    'The database is there.',
  ])
  await proxy.close()
})

it('a server fails at once on an error that waiting does not solve', async () => {
  const logged: string[] = []
  await expect(
    waitForDatabase({ ...database.connection, database: 'nowhere' }, line => logged.push(line)),
  ).rejects.toThrow('database "nowhere" does not exist')
  expect(logged).toEqual([])
})
