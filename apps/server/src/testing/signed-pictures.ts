import type { Random } from '@parvis/demo-world/random.ts'
import { createRightsWorld, readFeatureRights, readTable } from './rights.ts'
import type { Shell } from './shells.ts'
import type { TestServer } from './test-server.ts'

/** Returns the pictures in a JSON text, each with the session for which its URL is signed; null for an unsigned URL. */
export const picturesInJson = (json: string) =>
  [...json.matchAll(/"\/media\/([\da-f-]{36})(?:\/\w+)?(\?[^"]*)?"/g)].map(([, id, query]) => ({
    id: id!,
    session: /^\?s=([\da-f-]{36})\.[0-9a-z]+\.[\w-]{43}$/.exec(query ?? '')?.[1] ?? (query ? 'broken' : null),
  }))

/** Returns the secret with one random mutation. */
export const mutateSecret = (secret: string, { int, pick }: Random): string => {
  const at = int(0, secret.length - 1)
  const fragments = [
    '',
    ' ',
    '.',
    '..',
    '-',
    '_',
    '%',
    '%00',
    '%2e',
    '\t',
    ',',
    ';',
    '=',
    '"',
    "'",
    'é',
    '0',
    'x',
    'A'.repeat(300),
  ]
  const inserted = pick(fragments)
  const mutations = [
    () => secret.slice(0, at) + inserted + secret.slice(at + 1),
    () => secret.slice(0, at) + inserted + secret.slice(at),
    () => secret.slice(0, at),
    () => secret.slice(at + 1),
    () => secret.slice(at) + secret.slice(0, at),
    () => [...secret].toReversed().join(''),
    () => secret + secret,
    () => (secret.toUpperCase() === secret ? secret.toLowerCase() : secret.toUpperCase()),
  ]
  return pick(mutations)()
}

/**
 * Calls every GET endpoint as a native app; finds private pictures whose URL is not signed for the session `sessionId`,
 * and public pictures whose URL is signed.
 */
export const findWrongSignatures = async (server: TestServer, shell: Shell, sessionId: string) => {
  const world = await createRightsWorld(server)
  const open = new Set(
    (await server.db.selectFrom('media').select('id').where('class', '=', 'public').execute()).map(({ id }) => id),
  )
  const found: string[] = []
  const counts = { answers: 0, signed: 0, open: 0 }
  for (const { table, calls } of await readFeatureRights()) {
    const requests = await calls(world)
    for (const { name, route } of readTable(table).filter(row => row.route.startsWith('GET '))) {
      const call = requests[name]!
      const request = typeof call === 'function' ? await call() : call
      const reply = await server.app.inject({
        method: 'GET',
        url: request.url,
        headers: { host: 'parvis.test', ...shell.headers() },
      })
      if (reply.statusCode !== 200 || !String(reply.headers['content-type']).includes('json')) continue
      counts.answers++
      for (const { id, session } of picturesInJson(reply.body)) {
        counts[open.has(id) ? 'open' : 'signed']++
        if (session !== (open.has(id) ? null : sessionId)) found.push(`${route}: ${id} for ${session}`)
      }
    }
  }
  return { found: [...new Set(found)], counts }
}
