import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PLACEHOLDER_HOST = 'parvis.example.org'

/** Version of the app in the stores: its displayed name and the version code, which must grow with each release. */
export interface Version {
  name: string
  code: number
}

export const readVersion = (): Version => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string
  }
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return { name: version, code: major * 10_000 + minor * 100 + patch }
}

/** Reads the URL of the server that the app is built for; throws with a message for the person who builds the app. */
export const readServerUrl = (env: NodeJS.ProcessEnv): URL => {
  const server = URL.parse(env.SERVER ?? '')
  if (server?.protocol !== 'https:' || server.pathname !== '/')
    throw new Error(
      'Name the server of the app: SERVER=https://parvis.example.org npm run mobile (phones open https only).',
    )
  return server
}
