import { EXPORT_FILE_PATH, getExport, makeExport } from '@parvis/contract/leaving.ts'
import { expect, vi } from 'vitest'
import { asPerson, newPseudo, proveOwnership } from './people.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from './test-server.ts'

/** Options of `vi.waitFor` for an export job on a busy machine, in milliseconds. */
export const EXPORT_WAIT = { timeout: 40_000, interval: 20 }

export const asExportOwner = async (server: TestServer) => {
  const email = `${newPseudo()}@archive.example`
  return { email, ...(await asPerson(server, { email, password: DEMO_PASSWORD, community: 'les-tilleuls' })) }
}

export const requestExport = async (visitor: Visitor, lang: 'en' | 'fr' = 'en') => {
  await proveOwnership(visitor)
  return visitor.call(makeExport, { body: { lang } })
}

export const readExportState = async (visitor: Visitor) => (await visitor.call(getExport)).answer?.state

export const waitForExport = (visitor: Visitor) =>
  vi.waitFor(async () => expect(await readExportState(visitor)).toBe('ready'), EXPORT_WAIT)

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Downloads the export as bytes, which `Visitor.send` would parse. */
export const fetchExportFile = ({ app }: TestServer, visitor: Visitor) =>
  app.inject({ method: 'GET', url: EXPORT_FILE_PATH, headers: { cookie: cookieOf(visitor) } })
