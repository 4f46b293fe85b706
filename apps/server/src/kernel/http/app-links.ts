import { apiSegments } from '@parvis/contract/paths.ts'
import type { FastifyInstance } from 'fastify'

/** The apps that the links of this installation open, as the systems of phones ask for them. */
export interface AppLinks {
  /** The team and the app, as Apple writes them together: `ABCDE12345.org.parvis.app`. */
  ios: string | null
  android: { package: string; certificates: string[] } | null
}

const ofIos = /^[A-Z0-9]{10}\.[\w.-]+$/
const ofAndroid = /^[\w.]+(?: (?:[0-9A-F]{2}:){31}[0-9A-F]{2})+$/

/** Throws with a sentence for the person who starts the server. */
export const readAppLinks = ({ IOS_APP: ios, ANDROID_APP: android }: NodeJS.ProcessEnv): AppLinks => {
  if (ios && !ofIos.test(ios))
    throw new Error(`IOS_APP must be the team and the app, such as ABCDE12345.org.parvis.app, not "${ios}".`)
  if (android && !ofAndroid.test(android))
    throw new Error(
      `ANDROID_APP must be the app and the SHA-256 fingerprints of its certificates, with spaces between, such as org.parvis.app 14:6D:…, not "${android}".`,
    )
  const [name, ...certificates] = android?.split(' ') ?? []
  return { ios: ios || null, android: name ? { package: name, certificates } : null }
}

/** What the server answers itself opens in no app. */
const elsewhere = [...apiSegments, '.well-known'].flatMap(segment => [
  { '/': `/${segment}`, exclude: true },
  { '/': `/${segment}/*`, exclude: true },
])

/** Tells phones which apps are ours, so that a link of a mail or a poster opens them without a question. */
export const serveAppLinks = (app: FastifyInstance, { ios, android }: AppLinks): void => {
  app.get('/.well-known/apple-app-site-association', async (_, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send({ applinks: { details: ios ? [{ appIDs: [ios], components: [...elsewhere, { '/': '*' }] }] : [] } }),
  )
  app.get('/.well-known/assetlinks.json', async () =>
    android
      ? [
          {
            relation: ['delegate_permission/common.handle_all_urls'],
            target: {
              namespace: 'android_app',
              package_name: android.package,
              sha256_cert_fingerprints: android.certificates,
            },
          },
        ]
      : [],
  )
}
